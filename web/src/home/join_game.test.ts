import { expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });

it.each([
  ["7k3mq-9tx4b", "7K3MQ-9TX4B"],
  ["https://example.org/join/7K3MQ9TX4B ", "7K3MQ-9TX4B"],
  ["0017yym6lraizy76kigz", undefined],
])("finds the code in %j", async (text, code) => {
  const { codeIn } = await import("./join_game");
  expect(codeIn(text)).toBe(code);
});

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
