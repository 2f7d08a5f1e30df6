// @ts-check
// A form over a TOML text: it changes the lines of its keys, and leaves everything else as it is.
//
//   text --> tables, each with its lines --> a field for each key of the form --> text

import { el, labelled } from "./dom.js";

const HEAD = /^\s*(\[\[?[\w.-]+\]\]?)\s*(#.*)?$/;

export class TomlText {
  constructor(text) {
    this.tables = [{ head: "", lines: [] }];
    for (const line of text.split("\n")) {
      const head = HEAD.exec(line);
      if (head) this.tables.push({ head: head[1].slice(1, -1), lines: [] });
      else this.tables.at(-1).lines.push(line);
    }
  }

  toString() {
    return this.tables.map(({ head, lines }) => (head ? [`[${head}]`, ...lines] : lines).join("\n")).join("\n");
  }

  of(head) {
    return this.tables.filter((table) => table.head === head);
  }

  // A table that is missing is made where it may stand: a single one before the lists.
  add(head) {
    const table = { head, lines: [""] };
    const list = this.tables.findIndex((each) => each.head.startsWith("["));
    const place = head.startsWith("[") || list < 0 ? this.tables.length : list;
    const before = this.tables[place - 1];
    if (before.lines.at(-1)?.trim()) before.lines.push("");
    this.tables.splice(place, 0, table);
    return table;
  }

  remove(table) {
    this.tables = this.tables.filter((each) => each !== table);
  }
}

const lineOf = (table, key) => table.lines.findIndex((line) => new RegExp(`^\\s*${key}\\s*=`).test(line));

// What stands behind a key, without a comment; "" if the key is missing.
export function rawOf(table, key) {
  const line = table ? table.lines[lineOf(table, key)] : undefined;
  const found = /=\s*((?:"(?:[^"\\]|\\.)*"|[^"#])*)/.exec(line ?? "");
  return found ? found[1].trim() : "";
}

export function setRaw(table, key, raw) {
  const at = lineOf(table, key);
  if (at >= 0 && !raw) table.lines.splice(at, 1);
  else if (at >= 0) table.lines[at] = `${key} = ${raw}`;
  else if (raw) {
    const last = table.lines.findLastIndex((line) => line.trim());
    table.lines.splice(last + 1, 0, `${key} = ${raw}`);
  }
}

const quoted = (raw) => {
  const found = /"(?:[^"\\]|\\.)*"/.exec(raw);
  try {
    return found ? JSON.parse(found[0]) : "";
  } catch {
    return "";
  }
};
// A text in several languages: that of the page, else the first.
const textOf = (raw, language) => quoted(new RegExp(`\\b${language}\\s*=\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(raw)?.[1] ?? raw);

const pairOf = (raw) => /^\[\s*(\d+)\s*,\s*(\d+)\s*\]$/.exec(raw)?.slice(1) ?? ["", ""];

const READ = {
  text: (raw) => textOf(raw, document.documentElement.lang),
  number: (raw) => (/^[-+]?\d+$/.test(raw) ? raw : ""),
  choice: (raw) => quoted(raw),
  first: (raw) => pairOf(raw)[0],
  second: (raw) => pairOf(raw)[1],
};

const WRITE = {
  text: (value) => value && JSON.stringify(value),
  number: (value) => value,
  choice: (value) => JSON.stringify(value),
  first: (value, raw) => value && `[${value}, ${pairOf(raw)[1] || Math.max(value, 10)}]`,
  second: (value, raw) => value && `[${pairOf(raw)[0] || 1}, ${value}]`,
};

export class TextForm {
  #fields;
  #words;
  #changed;
  element = el("div", { className: "text_form" });

  constructor(fields, words, changed) {
    this.#fields = fields;
    this.#words = words;
    this.#changed = changed;
  }

  draw(text) {
    const toml = new TomlText(text);
    const write = () => this.#changed(toml.toString());
    const single = this.#fields.filter(({ table }) => !table.startsWith("["));
    const lists = [...new Set(this.#fields.map(({ table }) => table).filter((table) => table.startsWith("[")))];
    const parts = [el("div", { className: "grid" }, ...single.map((field) => this.#field(field, toml, () => toml.of(field.table)[0], write)))];
    for (const list of lists) {
      const fields = this.#fields.filter(({ table }) => table === list);
      for (const table of toml.of(list)) {
        const remove = el("button", { type: "button", className: "flat" }, this.#words.remove);
        remove.addEventListener("click", () => this.#redraw(toml, () => toml.remove(table)));
        parts.push(el("fieldset", { className: "line" }, ...fields.map((field) => this.#field(field, toml, () => table, write)), remove));
      }
      const add = el("button", { type: "button", className: "flat", id: `add_${list.slice(1, -1)}` }, this.#words.one_more);
      add.addEventListener("click", () => this.#redraw(toml, () => setRaw(toml.add(list), "id", `"new_${toml.of(list).length}"`)));
      parts.push(add);
    }
    this.element.replaceChildren(...parts);
  }

  #redraw(toml, change) {
    change();
    this.draw(toml.toString());
    this.#changed(toml.toString());
  }

  #field({ table, key, kind, label, values }, toml, find, write) {
    const id = `field_${table.replace(/\W/g, "")}_${toml.tables.indexOf(find())}_${key}_${kind}`;
    const raw = rawOf(find(), key);
    const value = READ[kind](raw);
    const field = kind === "choice"
      ? el("select", { id }, ...values.map(([each, name]) => el("option", { value: each, selected: each === value }, name)))
      : el("input", { id, className: "text", value, autocomplete: "off", inputMode: kind === "text" ? "text" : "numeric", size: kind === "text" ? 16 : 5 });
    // What a form cannot say, such as another number for each count of players, is left to the text.
    field.disabled = Boolean(raw) && value === "";
    field.addEventListener("input", () => {
      const found = find() ?? toml.add(table);
      setRaw(found, key, WRITE[kind](field.value.trim(), rawOf(found, key)));
      write();
    });
    return labelled(label, field);
  }
}
