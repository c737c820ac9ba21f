// An answer that comes while somebody types on would take away what was typed since it was asked for.
// An answer to a change is dropped, and asked for again when the field is left. One to a key is shown, and the text put back.
let typed = 0;
let kept = null;
const isText = (element) => element.matches("textarea, input:not([type=checkbox], [type=radio])");
const change = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

addEventListener("input", ({ target }) => { if (isText(target)) typed += 1; }, { capture: true });
addEventListener("htmx:beforeSend", ({ detail }) => { detail.xhr.typed = typed; });
addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt, triggeringEvent } = detail.requestConfig;
  const field = document.activeElement;
  kept = null;
  if (detail.xhr.typed === typed || !isText(field) || !detail.target.contains(field)) return;
  if (triggeringEvent?.type !== "change") { kept = field; return; }
  detail.shouldSwap = false;
  field.addEventListener("blur", () => change(elt), { once: true });
});
addEventListener("htmx:afterSwap", () => {
  const field = kept && document.getElementById(kept.id);
  if (!field) return;
  field.value = kept.value;
  if (kept.selectionStart !== null) field.setSelectionRange(kept.selectionStart, kept.selectionEnd);
  field.addEventListener("blur", () => change(field), { once: true });
  kept = null;
});
