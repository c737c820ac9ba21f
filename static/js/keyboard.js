// For those who use keys: focus goes on where the new sheet begins, and Escape cancels.
addEventListener("htmx:afterSettle", () => {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.querySelector("#board [data-focus]:not(:disabled)")?.focus({ preventScroll: true });
});

addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || document.querySelector(":popover-open")) return;
  [...document.querySelectorAll("#board .cancel")].find((link) => link.checkVisibility())?.click();
});
