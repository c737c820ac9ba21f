// Says so while the server cannot be reached. Polls find out, and find out when it is back.
const banner = document.getElementById("network");

addEventListener("htmx:sendError", () => { banner.hidden = false; });
addEventListener("htmx:timeout", () => { banner.hidden = false; });
addEventListener("htmx:afterOnLoad", ({ detail }) => { banner.hidden = detail.xhr.status < 500; });
