/** Turn notifications: this browser's subscription, and the seats whose turns it is notified of. */

import { dataOf, type Game } from "@hamlet-games/client";

import { hamlet } from "../shared/server";
import { set, settings } from "../settings/settings";

async function serverKey(): Promise<string | null> {
  return (await dataOf(hamlet.api.GET("/v1/push"))).public_key;
}

/** Return whether this server can notify this browser. */
export async function notificationsOffered(): Promise<boolean> {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && (await serverKey()) !== null;
}

async function subscription(): Promise<PushSubscription | null> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  const key = found ? null : await serverKey();
  return key ? pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : found;
}

/** Ask for permission and subscribe this browser. Returns false if the player or the browser refuses. */
export async function startNotifying(): Promise<boolean> {
  try {
    const allowed = (await Notification.requestPermission()) === "granted" && (await subscription()) !== null;
    set({ notify: allowed });
    return allowed;
  } catch {
    set({ notify: false }); // The browser has no push service, or cannot reach it.
    return false;
  }
}

/** End the subscription at the push service, which tells the server with the next message. */
export async function stopNotifying(): Promise<boolean> {
  set({ notify: false });
  await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
  return true;
}

/** Return whether another person has to move. An AI moves immediately. */
export function awaitsPeople(game: Pick<Game, "seats" | "status">, seat: number): boolean {
  return game.status !== "finished" && game.seats.some((one) => one.seat !== seat && one.type !== "ai");
}

/** Let the server notify this browser of a seat's turns. A failure is not shown, because the game works without this. */
export async function notifyOf(game: Game, seat: number, token: string): Promise<void> {
  if (!settings.value.notify || !awaitsPeople(game, seat)) return;
  try {
    const { endpoint, keys } = (await subscription())?.toJSON() ?? {};
    if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return;
    const body = { endpoint, keys: { p256dh: keys["p256dh"], auth: keys["auth"] } };
    const params = { path: { game: game.id, seat } };
    await hamlet.as(token).PUT("/v1/games/{game}/seats/{seat}/push", { params, body });
  } catch {
    // As above.
  }
}
