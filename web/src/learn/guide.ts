/** Guided first games: which lessons have been learned in each, as this browser keeps it. */

import { signal } from "@preact/signals";

import { games, read, write } from "../shared/keep";

const GUIDED = "hamlet.guided";

type Guided = Readonly<Record<string, readonly string[]>>;

function readGuided(): Guided {
  try {
    const found: unknown = JSON.parse(read(GUIDED) ?? "{}");
    const entries = typeof found === "object" && found !== null ? Object.entries(found) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => Array.isArray(entry[1])));
  } catch {
    return {};
  }
}

export const guided = signal<Guided>(readGuided());

/** Store a change; games that this browser no longer has are dropped. */
function change(to: Guided): void {
  const kept = new Set(games.value.map(({ id }) => id));
  guided.value = Object.fromEntries(Object.entries(to).filter(([id]) => kept.has(id)));
  write(GUIDED, JSON.stringify(guided.value));
}

/** Guide the player through a game that has just been kept. */
export function guide(id: string): void {
  change({ ...guided.value, [id]: [] });
}

export function learn(id: string, lesson: string): void {
  const before = guided.value[id];
  if (before && !before.includes(lesson)) change({ ...guided.value, [id]: [...before, lesson] });
}

/** Stop the guide. */
export function dismiss(id: string): void {
  change(Object.fromEntries(Object.entries(guided.value).filter(([one]) => one !== id)));
}
