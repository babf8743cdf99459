/** Words of this table that no vocabulary of the server has. */

import { language, type Language } from "../shared/keep";

const EN = {
  round: "Round",
  first: "first player",
  marketA: "First Market",
  marketB: "Second Market",
  held: "held",
  ahead: "to come",
  gap: "Gap",
  hand: "Hand",
  square: "Square",
  village: "Village",
  newPlace: "A place of its own",
  draftLimit: "Draft limit",
  buildLimit: "Build limit",
  buildsLeft: "Builds left",
  tradesLeft: "Trades left",
  drafted: "Has drafted",
  empty: "empty",
  basics: "Basic villagers",
  card: "card",
  cards: "cards",
  coins: "gold on it",
  as: "as",
  placedOn: "Is placed on",
  unlockedBy: "Padlock: needs",
  unlocks: "Opens padlocks",
  every: "gold for every",
  each: "gold each",
  rules: "Rules",
  close: "Close",
  looking: "Cards you look at",
  returning: "On its way to a pile",
  countess: "The Countess",
  events: "Events",
  inForce: "in force",
  holder: "held by",
  nobody: "nobody",
  recycled: "In the reserve, shuffled from the discard pile",
  now: "If it were counted now",
  back: "face down",
} as const;

const DE: Readonly<Record<keyof typeof EN, string>> = {
  round: "Runde",
  first: "beginnt",
  marketA: "Erster Markt",
  marketB: "Zweiter Markt",
  held: "abgehalten",
  ahead: "steht bevor",
  gap: "Lücke",
  hand: "Hand",
  square: "Dorfplatz",
  village: "Dorf",
  newPlace: "Eigener Platz",
  draftLimit: "Draft-Limit",
  buildLimit: "Bau-Limit",
  buildsLeft: "Bauaktionen übrig",
  tradesLeft: "Tausche übrig",
  drafted: "Fertig gedraftet",
  empty: "leer",
  basics: "Start-Personen",
  card: "Karte",
  cards: "Karten",
  coins: "Gold darauf",
  as: "als",
  placedOn: "Liegt auf",
  unlockedBy: "Schloss, geöffnet von",
  unlocks: "Öffnet Schlösser",
  every: "Gold für je",
  each: "Gold je",
  rules: "Regeln",
  close: "Schließen",
  looking: "Karten, die du ansiehst",
  returning: "Auf dem Weg zu einem Stapel",
  countess: "Die Gräfin",
  events: "Ereignisse",
  inForce: "gilt",
  holder: "liegt bei",
  nobody: "niemandem",
  recycled: "Im Nachziehstapel, gemischt aus dem Ablagestapel",
  now: "Würde jetzt gewertet",
  back: "verdeckt",
};

const WORDS: Readonly<Record<Language, Readonly<Record<keyof typeof EN, string>>>> = { en: EN, de: DE };

export function tell(word: keyof typeof EN): string {
  return WORDS[language.value][word];
}

/** How many cards: "1 card", "3 cards". */
export function cardCount(count: number): string {
  return `${count} ${tell(count === 1 ? "card" : "cards")}`;
}
