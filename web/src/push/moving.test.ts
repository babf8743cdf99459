import { expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
const { linkOf, seatIn } = await import("./moving");

const moved = { game: "0001abc", ruleset: "villagers", seat: "1", token: "0001abc.s-e_cret", host: undefined };

it("has the token in the fragment only, and finds it there", () => {
  const url = new URL(linkOf(moved, "https://play.example"));
  expect(url.pathname + url.search).toBe("/table/0001abc");
  expect(seatIn(url.pathname, url.hash)).toEqual(moved);
  const hosted = { ...moved, host: "0001abc.host" };
  expect(seatIn(url.pathname, new URL(linkOf(hosted, "https://play.example")).hash)).toEqual(hosted);
});

it.each(["", "#", "#seat=1", "#ruleset=villagers&seat=1&token=0002xyz.other", "#ruleset=villagers&seat=x&token=0001abc.a"])("takes no seat from %s", (fragment) => {
  expect(seatIn("/table/0001abc", fragment)).toBeUndefined();
});

it("takes no seat on another page", () => {
  expect(seatIn("/replay/0001abc", "#ruleset=villagers&seat=1&token=0001abc.a")).toBeUndefined();
});
