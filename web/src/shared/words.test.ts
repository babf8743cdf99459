import { beforeAll, expect, it, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("navigator", { languages: ["de"] });
});

it("has every word in both languages, and none twice the same by mistake", async () => {
  const { both } = await import("./words");
  expect(Object.keys(both.de).sort()).toEqual(Object.keys(both.en).sort());
  for (const words of Object.values(both)) for (const word of Object.values(words)) expect(word).not.toBe("");
});

it("speaks the browser's language first", async () => {
  const { language } = await import("./keep");
  expect(language.value).toBe("de");
});
