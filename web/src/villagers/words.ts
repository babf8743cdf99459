/** Words of this table that the server's vocabulary does not have. */

import { language, type Language } from "../shared/keep";

const EN = {
  round: "Round",
  first: "first player",
  marketA: "First Market",
  marketB: "Second Market",
  held: "over",
  ahead: "still to come",
  gap: "Gap",
  hand: "Hand",
  square: "Village Square",
  village: "Village",
  newPlace: "New chain",
  draftLimit: "Draft limit",
  buildLimit: "Build limit",
  buildsLeft: "Build actions left",
  tradesLeft: "Trades left",
  drafted: "Done drafting",
  empty: "empty",
  basics: "Basic villagers",
  card: "card",
  cards: "cards",
  coins: "gold on it",
  as: "as",
  placedOn: "Placed on",
  unlockedBy: "Unlocked by",
  unlocks: "Keyring",
  every: "gold for every",
  each: "1 gold each",
  rules: "Rules",
  close: "Close",
  looking: "Cards you look at",
  returning: "Choosing a pile",
  countess: "The Countess",
  events: "Events",
  inForce: "in force",
  holder: "held by",
  nobody: "nobody",
  recycled: "In the reserve, reshuffled from the discard pile",
  now: "Score so far",
  back: "face down",
} as const;

const DE: Readonly<Record<keyof typeof EN, string>> = {
  round: "Runde",
  first: "beginnt",
  marketA: "1. Markttag",
  marketB: "2. Markttag",
  held: "vorbei",
  ahead: "steht bevor",
  gap: "Lücke",
  hand: "Hand",
  square: "Dorfplatz",
  village: "Dorf",
  newPlace: "Neue Kette",
  draftLimit: "Draft-Limit",
  buildLimit: "Bau-Limit",
  buildsLeft: "Noch bauen",
  tradesLeft: "Noch tauschen",
  drafted: "Fertig mit dem Draften",
  empty: "leer",
  basics: "Start-Personen",
  card: "Karte",
  cards: "Karten",
  coins: "Gold darauf",
  as: "als",
  placedOn: "Gespielt auf",
  unlockedBy: "Freigeschaltet durch",
  unlocks: "Schlüsselbund",
  every: "Gold für je",
  each: "je 1 Gold",
  rules: "Regeln",
  close: "Schließen",
  looking: "Karten, die du ansiehst",
  returning: "Stapel wird gewählt",
  countess: "Die Gräfin",
  events: "Ereignisse",
  inForce: "gilt",
  holder: "liegt bei",
  nobody: "niemandem",
  recycled: "Im Nachziehstapel, aus dem Ablagestapel gemischt",
  now: "Zwischenwertung",
  back: "verdeckt",
};

const WORDS: Readonly<Record<Language, Readonly<Record<keyof typeof EN, string>>>> = { en: EN, de: DE };

export function tell(word: keyof typeof EN): string {
  return WORDS[language.value][word];
}

/** Return a number of cards in words: "1 card", "3 cards". */
export function cardCount(count: number): string {
  return `${count} ${tell(count === 1 ? "card" : "cards")}`;
}
