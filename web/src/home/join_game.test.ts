import { expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });

it.each([
  ["  3f9a1c20aa  ", "3f9a1c20aa"],
  ["https://example.org/table/3f9a1c20aa", "3f9a1c20aa"],
  ["https://example.org/table/3f9a1c20aa/?x=1#y", "3f9a1c20aa"],
  ["", undefined],
  ["<script>", undefined],
])("finds the game's id in %j", async (text, id) => {
  const { idIn } = await import("./join_game");
  expect(idIn(text)).toBe(id);
});
