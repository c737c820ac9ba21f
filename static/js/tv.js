// The time of the club on its screen.
const clock = document.querySelector("[data-clock]");

function show() {
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: clock.dataset.clock };
  clock.textContent = new Intl.DateTimeFormat(document.documentElement.lang, form).format(new Date());
}

if (clock) setInterval(show, 1000);
