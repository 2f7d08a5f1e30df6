// @ts-check
// Matches that have ended: found again, told in tables, counted in charts.

import { showAddress } from "./address.js";
import { el, fill, labelled, saidOf, svg, table } from "./dom.js";

export class History {
  #want;
  #words;
  #fetch;
  #rows = [];
  #filter = { game: "", name: "" };
  #games = [];
  #list = el("div");
  #match = el("div", { className: "match" });
  #counts = el("div");
  #isFresh = true;
  #shown = 0;
  #shared = el("div", { className: "shared", role: "status" });

  constructor(want, words, fetch) {
    this.#want = want;
    this.#words = words;
    this.#fetch = fetch;
  }

  draw(history, statistics) {
    const words = this.#words;
    const game = el("select", { id: "filter_game" });
    const name = el("input", { id: "filter_name", className: "text", autocomplete: "off", value: this.#filter.name });
    const form = el("form", { className: "line" }, labelled(words.game, game), labelled(words.player, name),
      el("button", { className: "flat" }, words.show));
    this.#fillGames(game);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#filter = { game: game.value, name: name.value.slice(0, 40) };
      this.#isFresh = true;
      this.#want("history", this.#filter);
    });
    fill(history, el("h2", {}, words.history), form, this.#list, this.#match);
    fill(statistics, el("h2", {}, words.statistics), this.#counts);
  }

  // A page waits for one thing at a time: the counts first, they name the games to filter by.
  load() {
    this.#isFresh = true;
    this.#want("statistics", "");
  }

  hear(what, value) {
    if (what === "statistics") {
      this.#drawCounts(value);
      this.#want("history", this.#filter);
    } else if (what === "history") this.#drawList(value);
    else if (what === "match") this.#drawMatch(value);
    else if (what === "share" && value.match === this.#shown) this.#drawShared(value);
  }

  #fillGames(select) {
    const all = el("option", { value: "" }, this.#words.all_games);
    const options = this.#games.map(({ key, game }) => el("option", { value: key, selected: key === this.#filter.game }, game));
    fill(select, all, ...options);
  }

  #drawList({ rows, before }) {
    const words = this.#words;
    this.#rows = this.#isFresh ? rows : [...this.#rows, ...rows];
    if (!this.#rows.length) return fill(this.#list, el("p", { className: "told" }, words.nothing_found));
    const made = this.#rows.map((row) => {
      const open = el("button", { className: "flat", type: "button" }, row.game);
      open.addEventListener("click", () => this.#want("match", { match: row.match }));
      return [open, row.day, row.results.join(", ")];
    });
    const more = before === null ? null : el("button", { className: "flat", type: "button" }, words.more);
    more?.addEventListener("click", () => {
      this.#isFresh = false;
      this.#want("history", { ...this.#filter, before });
    });
    fill(this.#list, table(words.history, [words.game, words.day, words.result], made), more);
  }

  #drawMatch(match) {
    const words = this.#words;
    const close = el("button", { className: "flat", type: "button" }, words.close);
    close.addEventListener("click", () => fill(this.#match));
    const files = match.files.map((form) => {
      const button = el("button", { className: "flat", type: "button" }, words[form]);
      button.addEventListener("click", () => this.#fetch(`${match.match}.${form}`));
      return button;
    });
    const share = el("button", { className: "flat", type: "button", id: "share" }, words.share);
    share.addEventListener("click", () => this.#want("share", String(match.match)));
    this.#shown = match.match;
    fill(this.#shared);
    const time = match.minutes ? words.minutes.replace("{count}", match.minutes) : "";
    const title = el("h3", { tabIndex: -1 }, [match.game, match.day, time].filter(Boolean).join(", "));
    fill(this.#match, title, el("p", {}, match.why), this.#picture(match.picture), ...this.#decided(match), ...this.#sheets(match),
      el("div", { className: "line" }, ...files, share, close), this.#shared);
    title.focus();
  }

  #drawShared(value) {
    if (value.path) showAddress(this.#shared, value, this.#words);
    else fill(this.#shared, el("p", { className: "told" }, value.says));
  }

  #picture(text) {
    if (!text) return null;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return el("div", { className: "final" }, document.importNode(parsed, true));
  }

  // The choices that decided it, as far as the box has thought about them.
  #decided({ decided }) {
    if (!decided?.length) return [];
    return [el("h4", {}, this.#words.decided), el("ul", { className: "decided" }, ...decided.map(({ place, played, words }) =>
      el("li", {}, el("strong", {}, `${place}. ${played}`), " ", words.join(" "))))];
  }

  #sheets({ names, sheet }) {
    if (!sheet?.some((lines) => lines.length)) return [];
    const words = this.#words;
    // A line that several players have is one row; the second of the same name is another.
    const rows = new Map();
    sheet.forEach((lines, seat) => {
      const seen = {};
      for (const [points, rule] of lines) {
        seen[rule] = (seen[rule] ?? 0) + 1;
        const key = `${rule} ${seen[rule]}`;
        if (!rows.has(key)) rows.set(key, [rule, ...names.map(() => "")]);
        rows.get(key)[seat + 1] = points === null ? "?" : String(points);
      }
    });
    const sums = sheet.map((lines) => String(lines.reduce((total, [points]) => total + (points ?? 0), 0)));
    return [el("h4", {}, words.score_sheet),
      table(words.score_sheet, [words.rule, ...names], [...rows.values(), [words.sum, ...sums]])];
  }

  // --- statistics ---

  #drawCounts({ people, games }) {
    const words = this.#words;
    this.#games = games;
    const select = document.getElementById("filter_game");
    if (select) this.#fillGames(select);
    if (!people.length) return fill(this.#counts, el("p", { className: "told" }, words.nothing_found));
    const number = (value) => (value === null ? "–" : String(Math.round(value * 10) / 10));
    const rows = people.map((each) => [each.name, this.#bar(each), String(each.won), String(each.played)]);
    const byGame = games.map((each) => [each.game, String(each.played), each.best === null ? "–" : saidOf(words, each.best_by, number(each.best)), number(each.average)]);
    fill(this.#counts, table(words.player, [words.player, words.won_of, words.won, words.played], rows),
      table(words.game, [words.game, words.played, words.best, words.average], byGame));
  }

  // A bar as long as the matches that were played, filled as far as they were won.
  #bar({ name, won, played }) {
    const label = this.#words.chart.replace("{name}", name).replace("{won}", won).replace("{played}", played);
    const part = played ? (100 * won) / played : 0;
    return svg("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "xMinYMid", class: "chart", role: "img", "aria-label": label },
      svg("rect", { x: 0, y: 1, width: 100, height: 10, rx: 2, class: "all" }),
      svg("rect", { x: 0, y: 1, width: part, height: 10, rx: 2, class: "won" }));
  }
}
