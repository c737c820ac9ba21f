// Counts the table's clock down between answers. What it means that the time is up is said by the server.
const drawn = Symbol("drawn");

function tick() {
  const clock = document.querySelector(".clock[data-left]");
  if (!clock) return;
  clock[drawn] ??= performance.now();
  const left = Math.floor(clock.dataset.left - (performance.now() - clock[drawn]) / 1000);
  if (left < 0) return;
  clock.querySelector("b").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

setInterval(tick, 500);
addEventListener("htmx:afterSwap", tick);
