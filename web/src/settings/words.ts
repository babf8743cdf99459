/** The words of settings, notifications and sharing. */

import { language, type Language } from "../shared/keep";

const EN = {
  settings: "Settings",
  close: "Close",
  pace: "Speed of other players' moves",
  slow: "slow",
  normal: "normal",
  fast: "fast",
  theme: "Colors",
  system: "as on this device",
  light: "light",
  dark: "dark",
  size: "Size",
  large: "large",
  larger: "very large",
  sounds: "Play a sound when it is your turn",
  vibration: "Vibrate when it is your turn",
  notify: "Notify me when it is my turn, even if this page is closed",
  notifyHow: "For games with other people. The message names the game, but no cards and no players.",
  notifyDenied: "Your browser does not allow notifications from this page. You can change that in its settings.",
  noChat: "There is no chat. That is our choice: at this table nobody has to read anything but the game.",
  offline: "You are offline. Your games are safe on the server and continue as soon as you are connected.",
  share: "Share",
  copy: "Copy link",
  copied: "Copied",
  watchLink: "Link to watch",
  otherDevice: "Continue on another device",
  otherDeviceHow: "Open this link on the other device, or scan the code. Whoever has the link plays your seat, so keep it to yourself.",
  round: "Round",
  turnOf: "Turn:",
  ai: "AI",
  noOne: "just you",
} as const;

export type SettingsWord = keyof typeof EN;

const DE: Readonly<Record<SettingsWord, string>> = {
  settings: "Einstellungen",
  close: "Schließen",
  pace: "Tempo der Züge anderer",
  slow: "langsam",
  normal: "normal",
  fast: "schnell",
  theme: "Farben",
  system: "wie auf diesem Gerät",
  light: "hell",
  dark: "dunkel",
  size: "Größe",
  large: "groß",
  larger: "sehr groß",
  sounds: "Ton abspielen, wenn du am Zug bist",
  vibration: "Vibrieren, wenn du am Zug bist",
  notify: "Benachrichtige mich, wenn ich am Zug bin, auch wenn diese Seite geschlossen ist",
  notifyHow: "Für Spiele mit anderen Menschen. Die Nachricht nennt das Spiel, aber keine Karten und keine Namen.",
  notifyDenied: "Dein Browser erlaubt dieser Seite keine Benachrichtigungen. Das kannst du in seinen Einstellungen ändern.",
  noChat: "Es gibt keinen Chat. Das ist Absicht: An diesem Tisch musst du nichts lesen außer dem Spiel.",
  offline: "Du bist offline. Deine Spiele sind auf dem Server sicher und gehen weiter, sobald du verbunden bist.",
  share: "Teilen",
  copy: "Link kopieren",
  copied: "Kopiert",
  watchLink: "Link zum Zuschauen",
  otherDevice: "Auf einem anderen Gerät weiterspielen",
  otherDeviceHow: "Öffne diesen Link auf dem anderen Gerät oder scanne den Code. Wer den Link hat, spielt auf deinem Platz: Gib ihn nicht weiter.",
  round: "Runde",
  turnOf: "Am Zug:",
  ai: "KI",
  noOne: "nur du",
};

export const settingsWords: Readonly<Record<Language, Readonly<Record<SettingsWord, string>>>> = { en: EN, de: DE };

export function tell(word: SettingsWord): string {
  return settingsWords[language.value][word];
}
