import type { Game } from "@hamlet-games/client";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { say, type Word } from "../shared/words";
import { seatName } from "../table/seats";
import { type Eyes, type Place, within } from "./places";

/** How long a step is shown, in milliseconds, by pace. */
const PACES = { slow: 4000, medium: 2000, fast: 700 } as const;
const PACE_WORDS: Readonly<Record<keyof typeof PACES, Word>> = { slow: "paceSlow", medium: "paceMedium", fast: "paceFast" };

const ICONS = {
  first: "M4 4v12M16 4 7 10l9 6z",
  back: "M14 4 6 10l8 6z",
  play: "M6 3v14l11-7z",
  pause: "M6 4v12M13 4v12",
  forward: "m6 4 8 6-8 6z",
  last: "M16 4v12M4 4l9 6-9 6z",
} as const;

export interface ControlsProps {
  readonly game: Game;
  readonly place: Place;
  readonly last: number;
  readonly allowed: readonly Eyes[];
  /** Whether the moment of the place is on the screen. Automatic play waits for it. */
  readonly ready: boolean;
  readonly go: (place: Place) => void;
}

/** The controls: where in the game the replay is, how it continues, and whose view it shows. */
export function Controls({ game, place, last, allowed, ready, go }: ControlsProps) {
  const [playing, play] = useState(false);
  const [pace, setPace] = useState<keyof typeof PACES>("medium");
  const to = (version: number) => go({ ...place, version: within(version, last) });

  useEffect(() => {
    if (!playing || !ready) return undefined;
    if (place.version >= last) {
      play(false);
      return undefined;
    }
    const timer = setTimeout(() => to(place.version + 1), PACES[pace]);
    return () => clearTimeout(timer);
  }, [playing, ready, pace, place.version, place.eyes, last]);
  useKeys((key) => {
    const steps = { ArrowLeft: place.version - 1, ArrowRight: place.version + 1, Home: 0, End: last };
    play(false);
    to(steps[key]);
  });

  function step(word: Word, icon: keyof typeof ICONS, version: number) {
    const none = version < 0 || version > last || version === place.version;
    return <IconButton word={word} icon={icon} disabled={none} click={() => (play(false), to(version))} />;
  }

  function toggle(): void {
    if (!playing && place.version >= last) to(0);
    play(!playing);
  }

  return (
    <div class="controls" role="group" aria-label={say("replay")}>
      <div class="buttons">
        {step("first", "first", 0)}
        {step("back", "back", place.version - 1)}
        <IconButton word={playing ? "pause" : "play"} icon={playing ? "pause" : "play"} click={toggle} />
        {step("forward", "forward", place.version + 1)}
        {step("last", "last", last)}
      </div>
      <label class="slider">
        <span>
          {say("step")} {place.version} / {last}
        </span>
        <input
          type="range"
          min={0}
          max={last}
          value={place.version}
          onInput={(event) => (play(false), to(Number(event.currentTarget.value)))}
        />
      </label>
      <label>
        {say("eyes")}
        <select value={place.eyes} onChange={(event) => go({ ...place, eyes: event.currentTarget.value })}>
          {allowed.map((one) => (
            <option key={one} value={one}>
              {one === "all" ? say("allOpen") : one === "spectator" ? say("aSpectator") : seatName(game, Number(one))}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say("pace")}
        <select value={pace} onChange={(event) => setPace(event.currentTarget.value as keyof typeof PACES)}>
          {Object.entries(PACE_WORDS).map(([one, word]) => (
            <option key={one} value={one}>
              {say(word)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function IconButton({ word, icon, disabled, click }: { word: Word; icon: keyof typeof ICONS; disabled?: boolean; click: () => void }) {
  return (
    <button type="button" class="icon" aria-label={say(word)} title={say(word)} disabled={disabled} onClick={click}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}

type Key = "ArrowLeft" | "ArrowRight" | "Home" | "End";

/** Keys for the whole page, unless the focused element needs them. They start from the place that is drawn now. */
function useKeys(pressed: (key: Key) => void): void {
  useLayoutEffect(() => {
    function heard(event: KeyboardEvent): void {
      const { key, target } = event;
      if (key !== "ArrowLeft" && key !== "ArrowRight" && key !== "Home" && key !== "End") return;
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (target instanceof Element && target.closest("input, select, textarea, dialog, [tabindex]")) return;
      event.preventDefault();
      pressed(key);
    }
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  });
}
