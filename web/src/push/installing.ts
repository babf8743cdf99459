/** The service worker. With it the page opens offline and gets notifications. */

export function installWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  // This works only at a secure origin. A browser that refuses shows the page as before.
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}
