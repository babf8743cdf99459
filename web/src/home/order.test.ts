import { describe, expect, it } from "vitest";

import type { RulesetInfo, RulesetOption } from "../api/contract";
import { firstOrder, kindOf, requestOf, resized } from "./order";

const INFO = {
  key: "villagers",
  name: "Villagers",
  seats: [1, 2, 3],
  levels: ["random", "greedy", "hard"],
  options: [],
} as unknown as RulesetInfo;

describe("an order", () => {
  it("begins with the player against one AI of the middle of the ladder", () => {
    expect(firstOrder(INFO).sitters).toEqual(["me", "greedy"]);
  });

  it("keeps who sits when the table grows or shrinks", () => {
    const order = { ...firstOrder(INFO), sitters: ["open", "hard"] as const };
    expect(resized(order, 3, INFO).sitters).toEqual(["open", "hard", "greedy"]);
    expect(resized(order, 1, INFO).sitters).toEqual(["open"]);
  });

  it("becomes the request of the contract", () => {
    const sitters = ["me", "open", "hard"] as const;
    const order = { ruleset: "villagers", sitters, options: { solo: null }, public: true };
    const seats = [{ type: "human", name: "Ada" }, { type: "open" }, { type: "ai", level: "hard" }];
    expect(requestOf(order, "Ada")).toEqual({ ruleset: "villagers", seats, options: { solo: null }, public: true });
    expect(requestOf({ ...order, sitters: ["me"] }, "").seats).toEqual([{ type: "human" }]);
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
