// Keys that print the page; without JavaScript they are not there.
const showPrint = () => document.querySelectorAll("[data-print]").forEach((button) => (button.hidden = false));
document.addEventListener("click", ({ target }) => target.closest("[data-print]") && window.print());
document.addEventListener("htmx:afterSettle", showPrint);
showPrint();
