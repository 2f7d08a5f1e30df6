// @ts-check
// Small pieces of a page, made without a word of HTML: texts stay texts.

export function el(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined));
  return element;
}

export function svg(tag, attributes = {}, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

export function labelled(text, field, isUnseen = false) {
  const label = el("label", { htmlFor: field.id, className: isUnseen ? "unseen" : "" }, text);
  return el("span", { className: "labelled" }, label, field);
}

// A label and what belongs to it, with the colon as the language sets it.
export function saidOf(words, label, content) {
  return (words.said_of ?? "{label}: {content}").replace("{label}", () => label).replace("{content}", () => content);
}

export function fill(place, ...inside) {
  place.replaceChildren(...inside.filter((each) => each !== null && each !== undefined));
}

export function table(label, head, rows) {
  const line = (cells, tag) => el("tr", {}, ...cells.map((cell, place) => {
    const made = el(tag === "th" || place === 0 ? "th" : "td", {}, ...[cell].flat());
    if (made.tagName === "TH") made.scope = tag === "th" ? "col" : "row";
    return made;
  }));
  return el("div", { className: "scroll", tabIndex: 0, role: "group", ariaLabel: label }, el("table", {}, el("thead", {}, line(head, "th")),
    el("tbody", {}, ...rows.map((row) => line(row, "td")))));
}
