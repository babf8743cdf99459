/** Where in a replay one is, and its address. */

import type { Game } from "@hamlet-games/client";

/** Through whose eyes: a seat's ("0"), a "spectator"'s, or "all": every hand open. */
export type Eyes = string;

/** Where a replay is. */
export interface Place {
  readonly version: number;
  readonly eyes: Eyes;
}

/** The views that one may choose: all after the end; before it one's own and a spectator's. */
export function allowedEyes(game: Pick<Game, "status" | "seats">, own: readonly string[]): Eyes[] {
  if (game.status !== "finished") return [...own, "spectator"];
  return ["all", ...game.seats.map(({ seat }) => `${seat}`), "spectator"];
}

/** The place that an address names, as far as the game has it. */
export function placeIn(search: string, last: number, allowed: readonly Eyes[], own: readonly string[]): Place {
  const query = new URLSearchParams(search);
  const version = Number.parseInt(query.get("version") ?? "0", 10);
  const eyes = query.get("view") ?? own[0] ?? allowed[0] ?? "spectator";
  return { version: within(version || 0, last), eyes: allowed.includes(eyes) ? eyes : (allowed[0] ?? "spectator") };
}

export function within(version: number, last: number): number {
  return Math.max(0, Math.min(last, version));
}

/** The address of a place: whoever opens it sees the same moment. */
export function addressOf(id: string, { version, eyes }: Place): string {
  return `/replay/${encodeURIComponent(id)}?version=${version}&view=${eyes}`;
}
