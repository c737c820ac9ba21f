// A page that follows what is played says so when it cannot reach the server.
const live = () => document.querySelector("[data-live]");

document.addEventListener("htmx:sendError", () => live()?.setAttribute("data-lost", ""));
document.addEventListener("htmx:responseError", () => live()?.setAttribute("data-lost", ""));
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.xhr.status < 400) live()?.removeAttribute("data-lost");
});
