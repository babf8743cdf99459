/** When each lesson of a guided game arises. This depends on the kinds of moves on offer, and on what has happened. */

import type { LegalMove } from "@hamlet-games/client";

export interface Moment {
  readonly moves: readonly Pick<LegalMove, "move">[];
  readonly view: unknown;
}

export interface Lesson {
  readonly id: string;
  arises(moment: Moment): boolean;
}

const typesOf = ({ moves }: Moment) => new Set<string>(moves.map(({ move }) => move.type));

/** Return a lesson that arises with moves of one of these types. Without types, it arises with the first decision. */
function lesson(id: string, ...types: string[]): Lesson {
  return {
    id,
    arises(moment) {
      const offered = typesOf(moment);
      return types.length === 0 || types.some((type) => offered.has(type));
    },
  };
}

/** Return a lesson that arises with a move in which one of these fields is set. */
function withField(id: string, field: string): Lesson {
  return {
    id,
    arises: ({ moves }) =>
      moves.some(({ move }) => {
        const value = (move as unknown as Readonly<Record<string, unknown>>)[field];
        return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
      }),
  };
}

const LESSONS: Readonly<Record<string, readonly Lesson[]>> = {
  villagers: [
    lesson("goal"),
    lesson("draft", "draft_road", "draft_stack"),
    lesson("signs", "draft_road", "draft_stack"),
    lesson("start", "draft_road", "draft_stack"),
    lesson("coin", "coin"),
    lesson("place", "place"),
    withField("unlock", "unlock"),
    lesson("trade", "trade"),
    // A single pile is no choice: the last stack, or once the stacks are used up the reserve, and then the discard pile.
    { id: "pile", arises: ({ moves }) => moves.filter(({ move }) => move.type === "return_card").length > 1 },
    lesson("special", "play"),
    withField("monk", "monks"),
    lesson("apprentice", "apprentice"),
    { id: "rest", arises: (moment) => typesOf(moment).has("end") && !typesOf(moment).has("place") },
    { id: "market", arises: ({ view }) => (view as { readonly markets_held?: readonly number[] }).markets_held?.length === 1 },
    lesson("reserve", "draft_reserve"),
  ],
  my_village: [
    lesson("goal"),
    lesson("dice", "choose_dice"),
    lesson("time", "choose_dice"),
    lesson("start", "choose_dice"),
    lesson("value", "set_value"),
    lesson("banners", "take_card", "travel", "take_hand", "call_steward", "activate", "serve", "teach"),
    lesson("headman", "move_headman"),
    lesson("take_card", "take_card"),
    lesson("travel", "travel"),
    lesson("take_hand", "take_hand"),
    lesson("steward", "call_steward"),
    lesson("guests", "invite"),
    lesson("activate", "activate"),
    lesson("serve", "serve"),
    lesson("school", "teach"),
    lesson("plow", "move_plow"),
    lesson("end", "end_turn"),
    lesson("decline", "forfeit"),
    lesson("bury", "bury"),
    lesson("laborer", "hire_laborer"),
    lesson("church", "invite_free", "exchange_travel", "ward_off_rats"),
  ],
};

/** Return the lessons that must be explained now and have not been explained before, in order. */
export function lessonsDue(ruleset: string, moment: Moment, learned: readonly string[]): readonly string[] {
  const all = moment.moves.length > 0 ? (LESSONS[ruleset] ?? []) : [];
  return all.filter((one) => !learned.includes(one.id) && one.arises(moment)).map(({ id }) => id);
}

export const lessonIds = (ruleset: string): readonly string[] => (LESSONS[ruleset] ?? []).map(({ id }) => id);
