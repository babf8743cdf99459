import { expect, it } from "vitest";

import { namesOf, roundOf, standingOf } from "./standing";

type Given = Parameters<typeof standingOf>[0];
const result = (...winners: number[]) => ({ winners, scores: [] });

it.each([
  [{ status: "waiting", to_act: [], result: null }, "waiting"],
  [{ status: "active", to_act: [1], result: null }, "yours"],
  [{ status: "active", to_act: [1, 0], result: null }, "yours"],
  [{ status: "active", to_act: [0, 1], result: null }, "react"],
  [{ status: "active", to_act: [0], result: null }, "others"],
  [{ status: "finished", to_act: [], result: result(1, 2) }, "won"],
  [{ status: "finished", to_act: [], result: result() }, "finished"],
] as [Given, string][])("a game stands as its document says", (game, standing) => {
  expect(standingOf(game, ["1"])).toBe(standing);
});

it("names the others, each once", () => {
  const seats = [{ seat: 0, name: "Ada" }, { seat: 1, name: "Bob" }, { seat: 2, name: null }, { seat: 3, name: "Bob" }];
  expect(namesOf({ seats } as Parameters<typeof namesOf>[0], ["0"], () => "")).toBe("Bob");
  expect(namesOf({ seats } as Parameters<typeof namesOf>[0], ["0"], ({ seat }) => `AI ${seat}`)).toBe("Bob, AI 2");
});

it("knows the round where rounds are counted", () => {
  const game = (status: string, view: unknown) => ({ status, view }) as Parameters<typeof roundOf>[0];
  expect(roundOf(game("active", { round: 3 }))).toBe(3);
  expect(roundOf(game("finished", { round: 3 }))).toBeUndefined();
  expect(roundOf(game("active", { turn: 6 }))).toBeUndefined();
  expect(roundOf(game("waiting", null))).toBeUndefined();
});
