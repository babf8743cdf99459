/** The service worker, by which the page opens offline and gets notifications. */

export function installWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  // Only where the origin is secure; a browser that refuses shows the page as before.
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}
