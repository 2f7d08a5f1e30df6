// @ts-check
// An address as a link, and as a code for one more phone.

import { el, fill } from "./dom.js";

export function showAddress(place, { path = "/", url, code, says }, words) {
  const href = url || new URL(path, location.origin).href;
  const link = el("a", { className: "address", href, target: "_blank", rel: "noopener" }, href);
  let drawn = null;
  if (code) {
    const parsed = new DOMParser().parseFromString(code, "image/svg+xml").documentElement;
    drawn = document.importNode(parsed, true);
    drawn.setAttribute("class", "code");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", words.qr.replace("{address}", href));
  }
  fill(place, drawn, el("p", {}, link), says ? el("p", { className: "hint" }, says) : null);
}
