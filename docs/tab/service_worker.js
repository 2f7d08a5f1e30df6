// @ts-check
// Keeps the files of the tab, so that it works without a network. VERSION and FILES are written in front.

const NAME = `tablemate-${VERSION}`;
const self_ = /** @type {any} */ (self);

// The browser has just fetched them for the page: they come from its own cache.
self_.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(
    caches.open(NAME).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "force-cache" })))),
  ),
);

self_.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("tablemate-") && name !== NAME).map((name) => caches.delete(name)))),
  ),
);

self_.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
