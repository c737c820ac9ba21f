// A list of time zones begins with the one that this device is set to, unless somebody was faster.
for (const list of document.querySelectorAll("select[data-zone]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isChosen = list.selectedOptions[0] !== ([...list.options].find((option) => option.defaultSelected) ?? list.options[0]);
  if (!isChosen && [...list.options].some(({ value }) => value === here)) list.value = here;
}
