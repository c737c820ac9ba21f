// A tap that was made while an answer was on its way must not be undone by it.
// Each tap on the board is counted. The answer to a poll or to a riichi that was asked for before the last tap, or comes under a finger, is dropped; the next poll brings it.
let taps = 0;
const TAP = 5000; // milliseconds: what is down for longer is no tap, or came up where nobody saw it
const held = new Map(); // the fingers, pens and mice that are down on the board, and since when
const isHeld = () => [...held.values()].some((since) => performance.now() - since < TAP);
const onBoard = (target) => target instanceof Element && target.closest("#board");
const mayBeDropped = (element) => element.matches("#poll, .lane");
const menuIsOpen = () => document.querySelector("#menu:popover-open") !== null;

addEventListener("pointerdown", ({ target, pointerId }) => { if (onBoard(target)) held.set(pointerId, performance.now()); }, { capture: true });
const letGo = (id) => { taps += held.delete(id); };
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => letGo(pointerId), { capture: true });
addEventListener("contextmenu", () => [...held.keys()].forEach(letGo), { capture: true });
addEventListener("click", ({ target }) => { if (onBoard(target)) taps += 1; }, { capture: true });
addEventListener("input", ({ target }) => { if (onBoard(target)) taps += 1; }, { capture: true });
addEventListener("htmx:beforeSend", ({ detail }) => { detail.xhr.taps = taps; });
addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!mayBeDropped(detail.requestConfig.elt)) return;
  if (detail.xhr.taps < taps || isHeld() || menuIsOpen()) detail.shouldSwap = false;
});

// A key that asks for the next sheet looks pressed until the answer is there.
const submitter = ({ detail }) => detail.requestConfig.triggeringEvent?.submitter;
addEventListener("htmx:beforeRequest", (event) => submitter(event)?.classList.add("htmx-request"));
addEventListener("htmx:afterRequest", (event) => submitter(event)?.classList.remove("htmx-request"));

// Who won cannot have dealt in: a mistaken tap that is taken back leaves nothing behind.
addEventListener("change", ({ target }) => {
  if (target.name !== "ron") return;
  const winners = new Set([...document.querySelectorAll("#board [name=ron]:checked")].map((box) => box.value));
  const from = document.querySelector("#board [name=from]:checked");
  if (from && (winners.size === 0 || winners.has(from.value))) from.checked = false;
});

// This page is too old to be answered (a renewed link, a lost session): the whole page says what to do.
addEventListener("htmx:responseError", ({ detail }) => {
  if ([403, 404].includes(detail.xhr.status)) location.reload();
});
