/// <reference lib="webworker" />
/** The service worker: keeps the page so that it opens offline, and shows turn notifications. */

export {};

declare const self: ServiceWorkerGlobalScope;

const KEPT = "hamlet-1";
const ASSETS = "/table/assets/";
/** All addresses that the one page serves. */
const PAGES = /^\/(?:(?:table|replay|join|learn|rules)\/[^/]+)?$/;

/** Keep the page and the files that it names; drop those of former versions. */
async function keepPage(page: Response): Promise<void> {
  const cache = await caches.open(KEPT);
  const html = await page.clone().text();
  const named = [...html.matchAll(/"(\/table\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
  const wanted = named.map((path) => new URL(path, self.location.origin).href);
  await Promise.all(wanted.map(async (url) => (await cache.match(url)) ?? cache.add(url)));
  await cache.put("/", page);
  const old = (await cache.keys()).filter(({ url }) => url.includes(ASSETS) && !wanted.includes(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function loadPage(): Promise<Response> {
  return fetch("/", { headers: { Accept: "text/html" }, cache: "no-cache" });
}

self.addEventListener("install", (event) => {
  event.waitUntil(loadPage().then(keepPage));
});

/** Return the page from the server, or from the cache if the server cannot be reached. */
async function open(event: FetchEvent): Promise<Response> {
  try {
    const page = await fetch(event.request);
    if (page.ok) event.waitUntil(loadPage().then(keepPage).catch(() => undefined));
    return page;
  } catch (failure) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw failure;
  }
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin || event.request.method !== "GET") return;
  if (event.request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(open(event));
  else if (pathname.startsWith(ASSETS)) event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});

interface Message {
  readonly data: { readonly game: string; readonly text: string };
}

/** Show whose turn it is, unless the player is looking at that table. */
async function show({ data: { game, text } }: Message): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = `/table/${game}`;
  if (pages.some((page) => page.focused && new URL(page.url).pathname === path)) return;
  await self.registration.showNotification("Hamlet", { body: text, tag: game, icon: `${ASSETS}icon-192.png`, data: path });
}

self.addEventListener("push", (event) => {
  const message = event.data?.json() as Message | undefined;
  if (message) event.waitUntil(show(message));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String(event.notification.data);
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const there = pages.find((page) => new URL(page.url).pathname === path);
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});
