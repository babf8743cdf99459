/** The page's own words. Everything about a game comes from the server, in the language asked for. */

import { language, type Language } from "./keep";

const EN = {
  title: "Hamlet",
  subtitle: "Village-building board games, with people or an AI",
  newGame: "New game",
  game: "Game",
  seats: "Players",
  seat: "Seat",
  you: "You",
  openSeat: "Open seat",
  ai: "AI",
  options: "Options",
  none: "none",
  start: "Start the game",
  myGames: "My games",
  noGames: "You have no games in this browser yet.",
  forget: "Remove from this list",
  open: "Open",
  joinGame: "Join or watch a game",
  yourName: "Your name",
  join: "Join",
  takeSeat: "Take this seat",
  yourTurn: "Your turn",
  waitingFor: "Waiting for",
  over: "The game is over",
  won: "Won by",
  nobodyWon: "Nobody won",
  moves: "What you may do",
  noMoves: "Nothing to do for you now.",
  happened: "What happened",
  undo: "Undo",
  hint: "Hint",
  thinking: "Thinking …",
  hintSays: "The AI would choose:",
  chance: "chance to win",
  language: "Deutsch",
  loading: "Loading …",
  failed: "That did not work.",
  offline: "No connection. Trying again …",
  away: "away",
  forfeited: "out",
  spectator: "You are watching.",
  total: "Total",
  playAs: "Play as",
  unknownPage: "There is no such page.",
  publicGame: "Anybody may join",
  publicGames: "Games to join",
  noPublicGames: "Nobody is looking for players just now.",
  invite: "Invite somebody",
  inviteLink: "Whoever opens this link takes an open seat:",
  invited: "You are invited",
  code: "Code, game or link",
  waitingShort: "Waiting for players.",
  table: "Table",
  choose: "Choose",
  touchNext: "Or touch what is lit up next.",
  lookCloser: "Look closer",
  cancel: "Cancel",
} as const;

export type Word = keyof typeof EN;

const DE: Readonly<Record<Word, string>> = {
  title: "Hamlet",
  subtitle: "Brettspiele rund ums Dorf, mit Freunden oder gegen eine KI",
  newGame: "Neues Spiel",
  game: "Spiel",
  seats: "Spieler",
  seat: "Platz",
  you: "Du",
  openSeat: "Offener Platz",
  ai: "KI",
  options: "Optionen",
  none: "keine",
  start: "Spiel beginnen",
  myGames: "Meine Spiele",
  noGames: "In diesem Browser gibt es noch keine Spiele.",
  forget: "Aus der Liste entfernen",
  open: "Öffnen",
  joinGame: "Mitspielen oder zuschauen",
  yourName: "Dein Name",
  join: "Mitspielen",
  takeSeat: "Diesen Platz nehmen",
  yourTurn: "Du bist am Zug",
  waitingFor: "Am Zug:",
  over: "Das Spiel ist zu Ende",
  won: "Gewonnen hat",
  nobodyWon: "Niemand hat gewonnen",
  moves: "Deine Möglichkeiten",
  noMoves: "Für dich gibt es gerade nichts zu tun.",
  happened: "Was geschehen ist",
  undo: "Zurücknehmen",
  hint: "Tipp",
  thinking: "Denkt nach …",
  hintSays: "Die KI würde wählen:",
  chance: "Gewinnchance",
  language: "English",
  loading: "Lädt …",
  failed: "Das hat nicht geklappt.",
  offline: "Keine Verbindung. Neuer Versuch …",
  away: "abwesend",
  forfeited: "ausgeschieden",
  spectator: "Du schaust zu.",
  total: "Summe",
  playAs: "Spielen als",
  unknownPage: "Diese Seite gibt es nicht.",
  publicGame: "Jeder darf mitspielen",
  publicGames: "Offene Spiele",
  noPublicGames: "Zurzeit sucht niemand Mitspieler.",
  invite: "Jemanden einladen",
  inviteLink: "Wer diesen Link öffnet, nimmt einen offenen Platz ein:",
  invited: "Du bist eingeladen",
  code: "Code, Spiel oder Link",
  waitingShort: "Es fehlen noch Spieler.",
  table: "Tisch",
  choose: "Auswählen",
  touchNext: "Oder berühre als Nächstes, was leuchtet.",
  lookCloser: "Genauer ansehen",
  cancel: "Abbrechen",
};

const WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en: EN, de: DE };

export function say(word: Word): string {
  return WORDS[language.value][word];
}

export const both = WORDS;

/** The server's names of values, by what they are values of. */
export type Vocabulary = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A value's name, or the value as it is where the server has none. */
export function nameOf(vocabulary: Vocabulary, kind: string, value: unknown): string {
  const text = String(value);
  return vocabulary[kind]?.[text] ?? text.replaceAll("_", " ");
}
