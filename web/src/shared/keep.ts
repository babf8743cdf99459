/** The data that this browser keeps: the language, the player's name, and the secret tokens of seats. */

import { signal } from "@preact/signals";

export interface Kept {
  readonly id: string;
  readonly ruleset: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** The host's token of a game that was created here. With it, the player can invite others. */
  readonly host?: string | undefined;
  readonly at: string;
}

const GAMES = "hamlet.games";
const LANGUAGE = "hamlet.language";
const NAME = "hamlet.name";
const SEEN = "hamlet.seen";

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // A browser may forbid it: then nothing outlasts the page.
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const one = value as Record<string, unknown>;
  return typeof one["id"] === "string" && typeof one["ruleset"] === "string" && typeof one["tokens"] === "object";
}

function readGames(): Kept[] {
  try {
    const found: unknown = JSON.parse(read(GAMES) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

export const games = signal<readonly Kept[]>(readGames());

/** Keep tokens of a game in addition to those that are kept already. */
export function keep(id: string, ruleset: string, tokens: Readonly<Record<string, string>>, host?: string): void {
  const others = readGames().filter((one) => one.id !== id);
  const before = readGames().find((one) => one.id === id);
  const all = { ...before?.tokens, ...tokens };
  const one = { id, ruleset, tokens: all, host: host ?? before?.host, at: new Date().toISOString() };
  games.value = [one, ...others];
  write(GAMES, JSON.stringify(games.value));
}

export function forget(id: string): void {
  games.value = readGames().filter((one) => one.id !== id);
  write(GAMES, JSON.stringify(games.value));
}

/** Forget the token of one seat. If it was the game's only one, forget the game, too. */
export function drop(id: string, seat: number): void {
  const one = readGames().find((kept) => kept.id === id);
  if (!one) return;
  const tokens = Object.fromEntries(Object.entries(one.tokens).filter(([kept]) => kept !== `${seat}`));
  if (Object.keys(tokens).length === 0 && !one.host) return forget(id);
  games.value = readGames().map((kept) => (kept.id === id ? { ...kept, tokens } : kept));
  write(GAMES, JSON.stringify(games.value));
}

export function tokensOf(id: string): Readonly<Record<string, string>> {
  return games.value.find((one) => one.id === id)?.tokens ?? {};
}

export function hostOf(id: string): string | undefined {
  return games.value.find((one) => one.id === id)?.host;
}

function readSeen(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(read(SEEN) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Return the latest version of a game that was seen here, or undefined. */
export function seenOf(id: string): number | undefined {
  const found = readSeen()[id];
  return typeof found === "number" ? found : undefined;
}

/** Mark a game as seen up to a version. Games that are no longer kept are dropped. */
export function sees(id: string, version: number): void {
  const kept = Object.entries({ ...readSeen(), [id]: version }).filter(([one]) => one === id || one in gamesById());
  write(SEEN, JSON.stringify(Object.fromEntries(kept)));
}

function gamesById(): Readonly<Record<string, Kept>> {
  return Object.fromEntries(games.value.map((one) => [one.id, one]));
}

export const name = {
  get: (): string => read(NAME) ?? "",
  set: (value: string): void => write(NAME, value),
};

export type Language = "en" | "de";

function firstLanguage(): Language {
  const chosen = read(LANGUAGE);
  if (chosen === "en" || chosen === "de") return chosen;
  return navigator.languages.some((one) => one.startsWith("de")) && !navigator.languages[0]?.startsWith("en") ? "de" : "en";
}

export const language = signal<Language>(firstLanguage());

export function speak(value: Language): void {
  write(LANGUAGE, value);
  language.value = value;
  document.documentElement.lang = value;
}
