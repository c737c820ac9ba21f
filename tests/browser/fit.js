// What lies on something else, is cut off, or is too small to be tapped; run in the page by fit.py.
() => {
  const faults = [], box = (element) => element.getBoundingClientRect();
  const name = (element) => `${element.className || element.tagName} "${element.innerText.trim().slice(0, 40)}"`;
  const style = (element) => getComputedStyle(element);
  const up = function* (element) { for (; element && element !== document.body; element = element.parentElement) yield element; };
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true }) && element.getClientRects().length > 0
    && ![...up(element)].some((one) => style(one).position === "absolute" && style(one).clipPath.startsWith("inset(50%"));
  const scrolls = (element) => [...up(element)].some((one) => /auto|scroll/.test(style(one).overflow));
  const common = (one, two) => [
    Math.min(one.right, two.right) - Math.max(one.left, two.left),
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top),
  ];
  const meet = (one, two) => common(one, two).every((length) => length > 1);

  // Targets: 48 px, apart from each other.
  const isTarget = (element) => isSeen(element) && !scrolls(element.parentElement) && !element.closest("[inert]") && style(element).pointerEvents !== "none"
    && (!element.matches("label") || style(element.querySelector(".hit")).display !== "none");
  const targets = [...document.querySelectorAll("#board :is(a, button, label:has(> .hit))")].filter(isTarget);
  for (const target of targets) {
    const { width, height } = box(target);
    if (Math.min(width, height) < 47.5) faults.push(`${name(target)} is ${width} x ${height}`);
  }
  targets.forEach((one, i) => targets.slice(i + 1).forEach((two) => {
    if (!one.contains(two) && !two.contains(one) && meet(box(one), box(two))) faults.push(`${name(one)} lies on ${name(two)}`);
  }));

  // Words: within their key, panel or sheet, and on no other words. Of a line's height letters fill but the middle.
  const ink = ({ left, right, top, bottom }) => {
    const [x, y] = right - left < bottom - top ? [(right - left) * .2, 1] : [1, (bottom - top) * .2];
    return { left: left + x, right: right - x, top: top + y, bottom: bottom - y };
  };
  const isCut = (element) => style(element).overflow !== "visible" && (style(element).textOverflow === "ellipsis" || style(element).webkitLineClamp !== "none");
  const words = [];
  const walk = document.createTreeWalker(document.querySelector("#board"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim(), element = walk.currentNode.parentElement;
    if (text.length < 2 || !isSeen(element) || element.closest(".tile, [inert], option")) continue;
    const cut = [...up(element)].find(isCut);
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const boxes = cut ? [box(cut)] : [...range.getClientRects()].map(ink);
    const room = element.closest("button, a, label, .panel, .sheet, .ribbon");
    for (const one of boxes) {
      words.push([text, one, cut ?? walk.currentNode]);
      const { left, right, top, bottom } = room ? box(room) : { left: 0, right: innerWidth, top: 0, bottom: Infinity };
      if (!scrolls(element) && (one.left < left - 1 || one.right > right + 1 || one.top < top - 1 || one.bottom > bottom + 1))
        faults.push(`"${text}" does not fit into ${room ? name(room) : "the screen"}`);
    }
  }
  words.forEach(([text, one, of], i) => words.slice(i + 1).forEach(([other, two, too]) => {
    if (of !== too && meet(one, two)) faults.push(`"${text}" lies on "${other}"`);
  }));

  // Nothing to scroll to: on a tablet at all, on a phone sideways.
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  if (innerWidth >= 600 && scrollHeight > innerHeight + 1) faults.push("the page scrolls");
  for (const element of document.querySelectorAll(".panel, .centre .sheet"))
    if (isSeen(element) && !scrolls(element) && (element.scrollWidth > element.clientWidth + 1 || (innerWidth >= 600 && element.scrollHeight > element.clientHeight + 1)))
      faults.push(`${name(element)} has more than fits`);
  return [...new Set(faults)];
}
