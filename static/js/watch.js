// A page that shows a running game says so when it cannot reach the server, and prints.
const game = () => document.getElementById("game");

document.addEventListener("htmx:sendError", () => game()?.setAttribute("data-lost", ""));
document.addEventListener("htmx:responseError", () => game()?.setAttribute("data-lost", ""));
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.xhr.status < 400) game()?.removeAttribute("data-lost");
});

const showPrint = () => document.querySelectorAll("[data-print]").forEach((button) => (button.hidden = false));
document.addEventListener("click", ({ target }) => target.closest("[data-print]") && window.print());
document.addEventListener("htmx:afterSettle", showPrint);
showPrint();
