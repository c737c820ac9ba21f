// Tells a screen reader what the board shows after it was swapped: the title of the sheet, what comes next, what was saved or refused.
const SPOKEN = ".stage .s-title, .stage .s-sub, .stage .outcome, .ribbon p, .refusal";
let last = "";

const seen = (element) => element.checkVisibility();
const text = () => [...document.querySelectorAll("#board :is(" + SPOKEN + ")")].filter(seen).map((element) => element.innerText.trim()).join(" ");

addEventListener("htmx:afterSwap", () => {
  const now = text();
  if (now !== last) document.getElementById("said").textContent = last = now;
});
