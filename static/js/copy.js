// A key that copies the text field before it. The clipboard exists only on https and on localhost: else there is no key.
for (const key of document.querySelectorAll("[data-copy]")) key.hidden = !navigator.clipboard;

document.addEventListener("click", async ({ target }) => {
  const key = target.closest("[data-copy]");
  if (!key) return;
  await navigator.clipboard.writeText(key.previousElementSibling.value);
  key.textContent = key.dataset.done;
});
