import { describe, expect, it } from "vitest";

import { narrow, nearest, spotsOf } from "./touch";

const DRAWN = new Set(["/road/0", "/road/1", "/stacks/0", "/hand/0", "/hand/1", "/mine", "/mine/0", "/mine/1", "/theirs/0"]);
const move = (id: string, ...about: string[]) => ({ id, about });
const ids = (moves: readonly { id: string }[]) => moves.map(({ id }) => id);

describe("the nearest thing drawn", () => {
  it.each([
    ["/road/1", "/road/1"],
    ["/mine/7", "/mine"],
    ["/mine/1/gold", "/mine/1"],
    ["/road/10", undefined],
    ["/elsewhere", undefined],
    ["", undefined],
  ])("of %s is %s", (pointer, spot) => expect(nearest(pointer, DRAWN)).toBe(spot));

  it("is named once, in order, and what is not drawn is left out", () => {
    expect(spotsOf(move("a", "/road/1/gold", "/nowhere", "/mine/9", "/road/1"), DRAWN)).toEqual(["/road/1", "/mine"]);
  });
});

describe("touching", () => {
  const moves = [
    move("draft 0", "/road/0", "/mine"),
    move("draft 1", "/road/1", "/mine"),
    move("place on 0", "/hand/0", "/mine/0"),
    move("place on 1, own lock", "/hand/0", "/mine/1", "/mine/0"),
    move("place on 1, their lock", "/hand/0", "/mine/1", "/theirs/0"),
    move("gold side", "/hand/1", "/mine/0", "/theirs/0"),
    move("food side", "/hand/1", "/mine/0", "/theirs/0"),
    move("end"),
  ];

  it("begins with what each move takes hold of", () => {
    const { next, ready } = narrow(moves, DRAWN, []);
    expect([...next.keys()]).toEqual(["/road/0", "/road/1", "/hand/0", "/hand/1"]);
    expect(ready).toEqual([]);
  });

  it("is done when one move is left, however much it is about besides", () => {
    const { next, ready } = narrow(moves, DRAWN, ["/road/1"]);
    expect(ids(ready)).toEqual(["draft 1"]);
    expect(next.size).toBe(0);
  });

  it("goes on to where and to what it is paid with", () => {
    const second = narrow(moves, DRAWN, ["/hand/0"]);
    expect([...second.next.keys()]).toEqual(["/mine/0", "/mine/1"]);
    expect(second.ready).toEqual([]);
    const third = narrow(moves, DRAWN, ["/hand/0", "/mine/1"]);
    expect([...third.next.keys()]).toEqual(["/mine/0", "/theirs/0"]);
    expect(ids(narrow(moves, DRAWN, ["/hand/0", "/mine/1", "/theirs/0"]).ready)).toEqual(["place on 1, their lock"]);
  });

  it("skips what all moves share, and ends with those that no touch tells apart", () => {
    const { next, ready } = narrow(moves, DRAWN, ["/hand/1"]);
    expect(ids(ready)).toEqual(["gold side", "food side"]);
    expect(next.size).toBe(0);
  });

  it("offers a move that is done beside one that goes on", () => {
    const { next, ready } = narrow([move("short", "/hand/0"), move("long", "/hand/0", "/mine/0")], DRAWN, ["/hand/0"]);
    expect(ids(ready)).toEqual(["short"]);
    expect([...next.keys()]).toEqual(["/mine/0"]);
  });

  it("of something that no move is about means none", () => {
    expect(narrow(moves, DRAWN, ["/stacks/0"]).meant).toEqual([]);
    expect(narrow(moves, new Set(), []).next.size).toBe(0);
  });

  it("takes things that lie together in any order", () => {
    const dice = [move("0 and 1", "/road/0", "/road/1"), move("0 alone", "/road/0", "/mine"), move("1 alone", "/road/1", "/mine")];
    expect([...narrow(dice, DRAWN, []).next.keys()]).toEqual(["/road/0", "/road/1"]);
    expect(ids(narrow(dice, DRAWN, ["/road/1"]).meant)).toEqual(["0 and 1", "1 alone"]);
    expect([...narrow(dice, DRAWN, ["/road/1"]).next.keys()]).toEqual(["/road/0", "/mine"]);
    expect(ids(narrow(dice, DRAWN, ["/road/1", "/road/0"]).ready)).toEqual(["0 and 1"]);
    expect(ids(narrow(dice, DRAWN, ["/road/0", "/road/1"]).ready)).toEqual(["0 and 1"]);
  });

  it("reaches every move that has anything drawn", () => {
    const reached = new Set<string>();
    const visit = (touched: string[]): void => {
      const { next, ready } = narrow(moves, DRAWN, touched);
      for (const one of ready) reached.add(one.id);
      for (const spot of next.keys()) visit([...touched, spot]);
    };
    visit([]);
    expect(reached.size).toBe(moves.length - 1);
  });
});
