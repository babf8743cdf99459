import { expect, it } from "vitest";

import { alike, isShown, namesSeat, titleOf } from "./things";

it("equal things in a row are one", () => {
  expect(alike(["back", "back", "pear", "back"])).toEqual([
    { value: "back", from: 0, count: 2 },
    { value: "pear", from: 2, count: 1 },
    { value: "back", from: 3, count: 1 },
  ]);
  expect(alike([{ card: "a" }, { card: "a" }])).toHaveLength(2);
});

it("numbers of seats are known by their key", () => {
  expect(["seat", "first_player", "to_act", "winners"].filter(namesSeat)).toHaveLength(4);
  expect(["seats_left", "rounds", "layers"].some(namesSeat)).toBe(false);
});

it("a ruleset is not told, but a card of that name is", () => {
  expect(isShown("", "ruleset")).toBe(false);
  expect(isShown("/seats/0", "ruleset")).toBe(true);
});

it("a record is called by its card or name", () => {
  expect(titleOf({ gold: 1, card: "nun" })).toBe("nun");
  expect(titleOf({ gold: 1 })).toBeUndefined();
});
