// Differences are shown from one seat at a time, and go away by themselves.
const SECONDS = 8;
let timer;

const boxes = () => document.querySelectorAll("#board [name=diff]");

addEventListener("change", ({ target }) => {
  if (target.name !== "diff") return;
  clearTimeout(timer);
  for (const box of boxes()) box.checked = box === target && target.checked;
  timer = setTimeout(() => { for (const box of boxes()) box.checked = false; }, SECONDS * 1000);
});
