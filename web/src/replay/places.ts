/** A place in a replay, and its address. */

import type { Game } from "@hamlet-games/client";

/** Whose view is shown: that of a seat ("0"), of a "spectator", or "all" for open hands. */
export type Eyes = string;

/** A place in a replay. */
export interface Place {
  readonly version: number;
  readonly eyes: Eyes;
}

/** Return the views to choose from: all after the end; before it, the player's own and a spectator's. */
export function allowedEyes(game: Pick<Game, "status" | "seats">, own: readonly string[]): Eyes[] {
  if (game.status !== "finished") return [...own, "spectator"];
  return ["all", ...game.seats.map(({ seat }) => `${seat}`), "spectator"];
}

/** Return the place that an address names, as far as the game has it. */
export function placeIn(search: string, last: number, allowed: readonly Eyes[], own: readonly string[]): Place {
  const query = new URLSearchParams(search);
  const version = Number.parseInt(query.get("version") ?? "0", 10);
  const eyes = query.get("view") ?? own[0] ?? allowed[0] ?? "spectator";
  return { version: within(version || 0, last), eyes: allowed.includes(eyes) ? eyes : (allowed[0] ?? "spectator") };
}

export function within(version: number, last: number): number {
  return Math.max(0, Math.min(last, version));
}

/** Return the address of a place. It shows the same moment to everybody. */
export function addressOf(id: string, { version, eyes }: Place): string {
  return `/replay/${encodeURIComponent(id)}?version=${version}&view=${eyes}`;
}
