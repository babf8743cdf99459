/** The contents of the form for a new game, and the request that is made of them. */

import type { AiLevel, NewGame, RulesetInfo, RulesetOption } from "@hamlet-games/client";

/** The player of a seat: this browser's player, somebody who joins later, or an AI. */
export type Sitter = "me" | "open" | AiLevel;

export interface Order {
  readonly ruleset: string;
  readonly sitters: readonly Sitter[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly public: boolean;
}

const LONGEST_TABLE = 2;

/** The first order of a ruleset: the player against one AI. */
export function firstOrder(info: RulesetInfo): Order {
  const seats = info.seats.includes(LONGEST_TABLE) ? LONGEST_TABLE : (info.seats[0] ?? 1);
  return resized({ ruleset: info.key, sitters: ["me"], options: {}, public: false }, seats, info);
}

/** The level of the AI in a first game. */
const FIRST: AiLevel = "easy";

/** Return the order with this number of seats. New seats get the easy AI. */
export function resized(order: Order, seats: number, info: RulesetInfo): Order {
  const level = info.levels.includes(FIRST) ? FIRST : (info.levels[0] ?? FIRST);
  const more = Array.from({ length: Math.max(0, seats - order.sitters.length) }, (): Sitter => level);
  return { ...order, sitters: [...order.sitters, ...more].slice(0, seats) };
}

/** The modes: an AI in every other seat, open seats, or no other seat. */
export type Mode = "ai" | "friends" | "alone";

export function modeOf({ sitters }: Order): Mode {
  if (sitters.length === 1) return "alone";
  return sitters.includes("open") ? "friends" : "ai";
}

/** Return the order in another mode. The first seat stays; the mode decides about the others. */
export function inMode(order: Order, mode: Mode, info: RulesetInfo): Order {
  const several = info.seats.filter((seats) => seats > 1);
  const before = order.sitters.length;
  const seats = mode === "alone" ? 1 : before > 1 ? before : (several[0] ?? 1);
  // Options for one seat do not apply to several seats, and the other way round.
  const options = (before === 1) === (seats === 1) ? order.options : {};
  const first = order.sitters[0] === "open" ? "me" : (order.sitters[0] ?? "me");
  const fresh = resized({ ...order, options, public: false, sitters: [first] }, seats, info);
  return mode === "friends" ? { ...fresh, sitters: [first, ...fresh.sitters.slice(1).map((): Sitter => "open")] } : fresh;
}

/** The modes that a ruleset's numbers of seats allow. */
export function modesOf({ seats }: Pick<RulesetInfo, "seats">): Mode[] {
  return [...(seats.some((count) => count > 1) ? (["ai", "friends"] as const) : []), ...(seats.includes(1) ? (["alone"] as const) : [])];
}

/** Return the kind of an option: one of its values (a choice), some of them (several), or a number. */
export function kindOf(option: RulesetOption): "choice" | "several" | "number" | "other" {
  if (Array.isArray(option.default)) return option.values.length <= 12 ? "several" : "other";
  if (option.minimum !== undefined) return "number";
  return option.values.length > 1 ? "choice" : "other";
}

/** Return the order of the guided first game: against one easy AI. The player begins, if that can be chosen. */
export function guidedOrder(info: RulesetInfo): Order {
  const begins = info.options.some(({ name, values }) => name === "first_player" && values.includes("0"));
  return { ...firstOrder(info), options: begins ? { first_player: "0" } : {} };
}

/** The options about players who leave. They matter only if people play against each other. */
const AMONG_PEOPLE = ["turn_seconds", "on_timeout", "takeover_level", "bank_seconds", "increment_seconds", "resign_level"];
const WITH_A_CLOCK = ["on_timeout", "takeover_level", "bank_seconds", "increment_seconds"];

/** Return whether the form offers an option in this order: it must have an effect there, and people must understand it. */
export function isForPeople({ name }: RulesetOption, { sitters, options }: Order): boolean {
  if (name.endsWith("_milliseconds")) return false;
  if (name === "solo") return sitters.length === 1;
  if (WITH_A_CLOCK.includes(name) && typeof options["turn_seconds"] !== "number") return false;
  return !AMONG_PEOPLE.includes(name) || sitters.filter((one) => one === "me" || one === "open").length > 1;
}

/** Return the request. Values at their defaults are left out. */
export function requestOf(order: Order, name: string): NewGame {
  const seats = order.sitters.map((one) => {
    if (one === "me") return name ? { type: "human", name } : { type: "human" };
    return one === "open" ? { type: "open" } : { type: "ai", level: one };
  });
  return { ruleset: order.ruleset, seats, options: order.options, public: order.public } as unknown as NewGame;
}
