// Counts down the minutes of timed games between answers, which tell what is left anew.
const drawn = Symbol("drawn");

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    clock[drawn] ??= performance.now();
    const left = Math.ceil((clock.dataset.left - (performance.now() - clock[drawn]) / 1000) / 60);
    const [minutes, over] = clock.children;
    minutes.hidden = left <= 0;
    over.hidden = left > 0;
    minutes.querySelector("b").textContent = left;
  }
}

setInterval(tick, 1000);
document.addEventListener("htmx:afterSwap", tick);
tick();
