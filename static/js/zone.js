// A list of time zones begins with the one that this device is set to.
for (const list of document.querySelectorAll("select[data-zone]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...list.options].some(({ value }) => value === here)) list.value = here;
}
