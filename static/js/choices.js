// The menu's keys that change how this device looks. data-to lists the values; a key with one value is on or off.
const root = document.documentElement;

function choose(name, values) {
  const now = root.dataset[name] ?? (name === "theme" && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "");
  const next = values[(values.indexOf(now) + 1) % values.length] === now ? "" : values[(values.indexOf(now) + 1) % values.length];
  if (next) root.dataset[name] = next; else delete root.dataset[name];
  try { localStorage.setItem(`look-${name}`, next); } catch { /* lasts as long as the page */ }
}

function show() {
  for (const key of document.querySelectorAll("[data-choose]")) {
    const { choose: name, to } = key.dataset;
    if (name === "full") key.hidden = !document.fullscreenEnabled;
    else if (!to.includes(" ")) key.setAttribute("aria-pressed", root.dataset[name] === to);
  }
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-choose]");
  if (!key) return;
  if (key.dataset.choose === "full") document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
  else choose(key.dataset.choose, key.dataset.to.split(" "));
  show();
});
document.addEventListener("htmx:afterSwap", show);
show();
