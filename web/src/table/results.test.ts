import { expect, it } from "vitest";

import { ranked, turnedBy } from "./results";

it("ranks by totals, and equal ones share a place", () => {
  const rows = [{ total: 7 }, { total: 9 }, { total: 7 }, { total: 3 }];
  expect(ranked(rows).map(({ total, place }) => [total, place])).toEqual([[9, 1], [7, 2], [7, 2], [3, 4]]);
});

it("finds the decision that saved most and the one that cost most", () => {
  const move = (label: string, verdict: string, loss: number, second = 0) => ({ label, verdict, loss, best: [{ loss: 0 }, { loss: second }] });
  const moves = [move("a", "best", 0, 0.1), move("b", "best", 0, 0.3), move("c", "mistake", 0.2), move("d", "good", 0.3), move("e", "blunder", 0.25)];
  const { best, worst } = turnedBy(moves as unknown as Parameters<typeof turnedBy>[0]);
  expect([best?.label, worst?.label]).toEqual(["b", "e"]);
  expect(turnedBy([])).toEqual({ best: undefined, worst: undefined });
});
