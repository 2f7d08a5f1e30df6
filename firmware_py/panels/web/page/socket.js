// @ts-check
// Opens a socket to the box: the one that served the page, or one that runs in this very tab.
// In the hall of a club the address says which table it is.

export function connect(path) {
  if (globalThis.boxInTab) return globalThis.boxInTab.connect(path);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}${location.search}`);
}
