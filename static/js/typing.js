// An answer that comes while somebody types on would take away what was typed since it was asked for.
// Such an answer is dropped, and asked for again when the field is left.
let typed = 0;
const isText = (element) => element.matches("textarea, input:not([type=checkbox], [type=radio])");

addEventListener("input", ({ target }) => { if (isText(target)) typed += 1; }, { capture: true });
addEventListener("htmx:beforeSend", ({ detail }) => { detail.xhr.typed = typed; });
addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt, triggeringEvent } = detail.requestConfig;
  const field = document.activeElement;
  if (triggeringEvent?.type !== "change" || detail.xhr.typed === typed || !isText(field) || !detail.target.contains(field)) return;
  detail.shouldSwap = false;
  field.addEventListener("blur", () => elt.dispatchEvent(new Event("change")), { once: true });
});
