// Ticking a player draws their line with the next free pen; the sixth takes the place of the oldest.
const race = document.querySelector("[data-race]");
const PENS = [0, 1, 2, 3, 4];
const penOf = (element) => /\bpen-(\d)/.exec(element.className)?.[1];
const nameOf = (id) => race.querySelector(`input[value="${id}"]`).closest("label");
const pens = new Map();

function draw(id, pen) {
  const drawn = pen === undefined ? "" : ` pen-${pen}`;
  const name = nameOf(id);
  name.className = `race__name${drawn}`;
  for (const part of race.querySelectorAll(`[data-runner="${id}"]`)) {
    const kind = part.classList[0];
    part.setAttribute("class", drawn ? `${kind} ${kind}--pen${drawn}` : kind);
    if (drawn) part.parentNode.append(part); // above the thin ones
  }
}

function letGo(id) {
  pens.delete(id);
  race.querySelector(`input[value="${id}"]`).checked = false;
  draw(id);
}

if (race) {
  const take = ({ value, checked }) => {
    if (!checked) return letGo(value);
    if (pens.size === PENS.length) letGo(pens.keys().next().value);
    const pen = PENS.find((one) => ![...pens.values()].includes(one));
    pens.set(value, pen);
    draw(value, pen);
  };
  const boxes = [...race.querySelectorAll("[type=checkbox]")];
  const isDrawn = (box) => penOf(box.closest("label")) !== undefined;
  boxes.filter(isDrawn).forEach((box) => pens.set(box.value, Number(penOf(box.closest("label")))));
  boxes.filter((box) => isDrawn(box) !== box.checked).forEach(take); // ticked before this ran, or kept by a reload
  race.addEventListener("change", ({ target }) => take(target));
  const mean = (on) => ({ target }) => {
    const id = target.closest?.("label")?.querySelector("input").value;
    if (id) race.querySelector(`.race__line[data-runner="${id}"]`).classList.toggle("is-meant", on);
  };
  race.addEventListener("pointerover", mean(true));
  race.addEventListener("pointerout", mean(false));
  race.addEventListener("focusin", mean(true));
  race.addEventListener("focusout", mean(false));
}
