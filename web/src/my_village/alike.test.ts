import { expect, it } from "vitest";

import { alike } from "./alike";

const DICE = [1, 1, 3, 1];

it("lets any of several equal things stand for the first one", () => {
  expect(alike(DICE, "/pool/white", [])).toEqual(["/pool/white/0", "/pool/white/0", "/pool/white/2", "/pool/white/0"]);
});

it("then for the next, and shows as touched the one that is", () => {
  expect(alike(DICE, "/pool/white", ["/pool/white/0"])).toEqual(["/pool/white/0", "/pool/white/1", "/pool/white/2", "/pool/white/1"]);
  const both = ["/pool/white/0", "/pool/white/1"];
  expect(alike(DICE, "/pool/white", both)).toEqual(["/pool/white/0", "/pool/white/1", "/pool/white/2", "/pool/white/3"]);
});

it("tells different things apart whatever they are", () => {
  expect(alike([{ plow: true }, { plow: false }], "/fields", [])).toEqual(["/fields/0", "/fields/1"]);
});
