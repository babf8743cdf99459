/** The standing of one of my games, as far as a list shows it. */

import type { Game } from "@hamlet-games/client";

export type Standing = "yours" | "react" | "others" | "waiting" | "won" | "finished" | "gone";

/** `own`: the numbers of the seats whose tokens this browser keeps. */
export function standingOf(game: Pick<Game, "status" | "to_act" | "result">, own: readonly string[]): Standing {
  const mine = (seats: readonly number[]) => seats.some((seat) => own.includes(`${seat}`));
  switch (game.status) {
    case "waiting":
      return "waiting";
    case "finished":
      return mine(game.result?.winners ?? []) ? "won" : "finished";
    case "active":
      if (mine(game.to_act.slice(0, 1))) return "yours";
      return mine(game.to_act) ? "react" : "others";
  }
}

/** A function that returns a name for a seat that has none. */
export type Unnamed = (seat: Game["seats"][number]) => string;

/** Return the other players, for a list: every name once, in playing order. */
export function namesOf(game: Pick<Game, "seats">, own: readonly string[], unnamed: Unnamed): string {
  const names = game.seats.filter(({ seat }) => !own.includes(`${seat}`)).map((seat) => seat.name ?? unnamed(seat));
  return [...new Set(names.filter(Boolean))].join(", ");
}

/** The round of a running game, in rulesets that count rounds. */
export function roundOf(game: Pick<Game, "status" | "view">): number | undefined {
  const { round } = (game.view ?? {}) as { readonly round?: unknown };
  return game.status === "active" && typeof round === "number" ? round : undefined;
}
