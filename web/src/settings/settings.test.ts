import { expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
const { settingsIn } = await import("./settings");
const { settingsWords } = await import("./words");

it("keeps what is valid and forgets the rest", () => {
  const first = settingsIn(null);
  expect(settingsIn('{"pace":"fast","theme":"dark","sounds":true}')).toEqual({ ...first, pace: "fast", theme: "dark", sounds: true });
  expect(settingsIn('{"pace":"never","theme":3,"sounds":"yes","other":true}')).toEqual(first);
  expect(settingsIn("no JSON")).toEqual(first);
});

it("has every word in both languages", () => {
  expect(Object.keys(settingsWords.de).sort()).toEqual(Object.keys(settingsWords.en).sort());
});
