/** A short sound and a vibration when it becomes the player's turn. */

import { useEffect, useRef } from "preact/hooks";

import { settings } from "./settings";

const NOTES = [523.25, 783.99];
const SECONDS = 0.12;

let audio: AudioContext | undefined;

/** Two soft notes, without a file to load. */
function chime(): void {
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  NOTES.forEach((frequency, at) => {
    if (!audio) return;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = currentTime + at * SECONDS;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * SECONDS);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + 2 * SECONDS);
  });
}

/** Signal that `mine` has become true, but not when the page opens. `known`: whether the game is loaded. */
export function useTurnSignal(mine: boolean, known: boolean): void {
  const before = useRef<boolean | undefined>(undefined);
  useEffect(() => {
    if (!known) return;
    const begins = before.current === false && mine;
    before.current = mine;
    if (!begins) return;
    if (settings.value.sounds) chime();
    if (settings.value.vibration && "vibrate" in navigator) navigator.vibrate(150);
  }, [mine, known]);
}
