// Seats people by tapping their names. What is typed into a seat filters the names, other names too.
const chairs = [...document.querySelectorAll(".chair__name")];
const people = [...document.querySelectorAll(".person")];
const nobody = document.querySelector(".people__none");
let active = chairs.find((chair) => chair === document.activeElement) ?? null; // somebody may be typing already

const plain = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").trim().toLowerCase();
const isOpen = (chair) => chair.checkVisibility();
const known = (name) => people.some((person) => plain(person.dataset.name) === plain(name));
const seated = (name) => chairs.find((chair) => isOpen(chair) && plain(chair.value) === plain(name));
const nextFree = () => chairs.find((chair) => isOpen(chair) && !chair.value.trim());

function show() {
  const wanted = active && !known(active.value) ? plain(active.value) : "";
  let found = 0;
  for (const person of people) {
    const isSeated = Boolean(seated(person.dataset.name));
    person.setAttribute("aria-pressed", isSeated);
    person.hidden = wanted !== "" && !plain(person.dataset.names).includes(wanted);
    found += !person.hidden;
  }
  nobody.hidden = !wanted || found > 0;
  const next = active ?? nextFree();
  for (const chair of chairs) {
    const row = chair.closest(".chair");
    row.toggleAttribute("data-new", chair.value.trim() !== "" && !known(chair.value));
    row.toggleAttribute("data-next", chair === next);
  }
}

function sit(name) {
  const there = seated(name);
  const chair = active && !known(active.value) ? active : nextFree();
  if (there) there.value = "";
  else if (chair) chair.value = name;
  active = null;
  show();
}

for (const chair of chairs) {
  chair.removeAttribute("list"); // the names beside do better, and find other names
  chair.addEventListener("focus", () => { active = chair; chair.select(); show(); });
  chair.addEventListener("input", show);
  chair.addEventListener("blur", ({ relatedTarget }) => { if (!relatedTarget?.matches(".person")) active = null; show(); });
  chair.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !chair.value.trim()) return;
    const hits = people.filter((person) => !person.hidden);
    if (known(chair.value) && !nextFree()) return; // everybody sits: Enter starts the game
    event.preventDefault();
    if (!known(chair.value) && hits.length === 1) chair.value = hits[0].dataset.name;
    (nextFree() ?? document.querySelector(".start__keys button")).focus();
  });
}
document.addEventListener("click", ({ target }) => {
  const person = target.closest(".person");
  if (person) sit(person.dataset.name);
});
document.addEventListener("change", show);
show();
