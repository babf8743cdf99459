import type { RulesetInfo, RulesetOption } from "@hamlet-games/client";
import { describe, expect, it } from "vitest";

import { firstOrder, guidedOrder, inMode, isForPeople, kindOf, modeOf, modesOf, requestOf, resized } from "./order";

const INFO = {
  key: "villagers",
  name: "Villagers",
  seats: [1, 2, 3],
  levels: ["random", "easy", "greedy", "hard"],
  options: [],
} as unknown as RulesetInfo;

describe("an order", () => {
  it("begins with the player against the easy AI", () => {
    expect(firstOrder(INFO).sitters).toEqual(["me", "easy"]);
    expect(firstOrder({ ...INFO, levels: ["random", "hard"] }).sitters).toEqual(["me", "random"]);
  });

  it("keeps who sits when the table grows or shrinks", () => {
    const order = { ...firstOrder(INFO), sitters: ["open", "hard"] as const };
    expect(resized(order, 3, INFO).sitters).toEqual(["open", "hard", "easy"]);
    expect(resized(order, 1, INFO).sitters).toEqual(["open"]);
  });

  it("is for one, for friends or against the AI, as far as the game allows", () => {
    const order = { ...firstOrder(INFO), options: { expansions: ["saints"] } };
    const friends = inMode(order, "friends", INFO);
    expect([modeOf(order), modeOf(friends), friends.sitters]).toEqual(["ai", "friends", ["me", "open"]]);
    const alone = inMode({ ...friends, public: true }, "alone", INFO);
    expect([modeOf(alone), alone.sitters, alone.public, alone.options]).toEqual(["alone", ["me"], false, {}]);
    expect(inMode(alone, "ai", INFO).sitters).toEqual(["me", "easy"]);
    expect(inMode(resized(order, 3, INFO), "friends", INFO).sitters).toEqual(["me", "open", "open"]);
    expect(friends.options).toEqual(order.options);
    expect([modesOf(INFO), modesOf({ seats: [2] }), modesOf({ seats: [1] })]).toEqual([["ai", "friends", "alone"], ["ai", "friends"], ["alone"]]);
  });

  it("becomes the request of the contract", () => {
    const sitters = ["me", "open", "hard"] as const;
    const order = { ruleset: "villagers", sitters, options: { solo: null }, public: true };
    const seats = [{ type: "human", name: "Ada" }, { type: "open" }, { type: "ai", level: "hard" }];
    expect(requestOf(order, "Ada")).toEqual({ ruleset: "villagers", seats, options: { solo: null }, public: true });
    expect(requestOf({ ...order, sitters: ["me"] }, "").seats).toEqual([{ type: "human" }]);
  });
});

describe("the form", () => {
  const named = (name: string) => ({ name, summary: "", values: [], default: null }) as RulesetOption;

  it("offers what matters in an order, and nothing in milliseconds", () => {
    const alone = { ...firstOrder(INFO), sitters: ["me"] as const };
    const friends = { ...alone, sitters: ["me", "open"] as const };
    const timed = { ...friends, options: { turn_seconds: 60 } };
    const offered = (order: typeof friends | typeof alone) =>
      ["solo", "expansions", "turn_seconds", "on_timeout", "takeover_milliseconds"].filter((name) => isForPeople(named(name), order));
    expect(offered(alone)).toEqual(["solo", "expansions"]);
    expect(offered(friends)).toEqual(["expansions", "turn_seconds"]);
    expect(offered(timed)).toEqual(["expansions", "turn_seconds", "on_timeout"]);
  });

  it("begins a guided game in the first seat, where that can be chosen", () => {
    const info = { ...INFO, options: [{ ...named("first_player"), values: ["random", "0"] }] };
    expect(guidedOrder(info)).toMatchObject({ sitters: ["me", "easy"], options: { first_player: "0" } });
    expect(guidedOrder(INFO).options).toEqual({});
  });
});

describe("an option", () => {
  const option = (given: Partial<RulesetOption>) => ({ name: "x", summary: "", values: [], ...given }) as RulesetOption;

  it.each([
    [option({ default: [], values: ["a", "b"] }), "several"],
    [option({ default: null, values: [null], minimum: 5 }), "number"],
    [option({ default: "a", values: ["a", "b"] }), "choice"],
    [option({ default: "a", values: ["a"] }), "other"],
  ])("is shown as its declaration asks", (given, kind) => {
    expect(kindOf(given)).toBe(kind);
  });
});
