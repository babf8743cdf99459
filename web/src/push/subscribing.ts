/** Turn notifications: this browser's subscription, and the seats that it is told of. */

import { dataOf, type Game } from "@hamlet-games/client";

import { read, tokensOf, write } from "../shared/keep";
import { hamlet } from "../shared/server";
import { set, settings } from "../settings/settings";

const KEY = "hamlet.push";

/** By game: the seat, and the id of its subscription. */
type Subscribed = Readonly<Record<string, readonly [number, string]>>;

function subscribed(): Subscribed {
  try {
    return JSON.parse(read(KEY) ?? "{}") as Subscribed;
  } catch {
    return {};
  }
}

async function serverKey(): Promise<string | null> {
  return (await dataOf(hamlet.api.GET("/v1/push"))).public_key;
}

/** Whether this browser can be notified by this server. */
export async function notificationsOffered(): Promise<boolean> {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && (await serverKey()) !== null;
}

async function subscription(): Promise<PushSubscription | null> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  const key = found ? null : await serverKey();
  return key ? pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : found;
}

/** Ask for permission and subscribe this browser; false if the player or the browser refuses. */
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

/** End the subscription at the push service, and in the games that know it. */
export async function stopNotifying(): Promise<boolean> {
  set({ notify: false });
  const games = Object.entries(subscribed());
  write(KEY, "{}");
  await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
  const ends = games.map(([game, [seat, id]]) => {
    const params = { path: { game, seat }, query: { subscription: id } };
    return hamlet.as(tokensOf(game)[seat]).DELETE("/v1/games/{game}/seats/{seat}/push", { params });
  });
  await Promise.allSettled(ends);
  return true;
}

/** Whether somebody else has to be waited for: an AI moves at once. */
export function awaitsPeople(game: Pick<Game, "seats" | "status">, seat: number): boolean {
  return game.status !== "finished" && game.seats.some((one) => one.seat !== seat && one.type !== "ai");
}

/** Have this browser notified of a seat's turns. Without it the game goes on, so that a failure is not shown. */
export async function notifyOf(game: Game, seat: number, token: string): Promise<void> {
  if (!settings.value.notify || !awaitsPeople(game, seat)) return;
  try {
    const { endpoint, keys } = (await subscription())?.toJSON() ?? {};
    if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return;
    const body = { endpoint, keys: { p256dh: keys["p256dh"], auth: keys["auth"] } };
    const params = { path: { game: game.id, seat } };
    const { id } = await dataOf(hamlet.as(token).PUT("/v1/games/{game}/seats/{seat}/push", { params, body }));
    write(KEY, JSON.stringify({ ...subscribed(), [game.id]: [seat, id] }));
  } catch {
    // As above.
  }
}
