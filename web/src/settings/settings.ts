/** The choices that a player has made for this browser. */

import { effect, signal } from "@preact/signals";

import { read, write } from "../shared/keep";

export const CHOICES = {
  pace: ["slow", "normal", "fast"],
  theme: ["system", "light", "dark"],
  size: ["normal", "large", "larger"],
} as const;

export type Choice = keyof typeof CHOICES;

export type Settings = { readonly [Name in Choice]: (typeof CHOICES)[Name][number] } & {
  readonly sounds: boolean;
  readonly vibration: boolean;
  readonly notify: boolean;
};

const KEY = "hamlet.settings";
const FIRST: Settings = { pace: "normal", theme: "system", size: "normal", sounds: false, vibration: false, notify: false };

/** Read the settings from a stored text. Missing or unknown values get their defaults. */
export function settingsIn(text: string | null): Settings {
  try {
    const found = JSON.parse(text ?? "{}") as Readonly<Record<string, unknown>>;
    const valid = Object.entries(found).filter(([name, value]) =>
      name in CHOICES ? (CHOICES[name as Choice] as readonly unknown[]).includes(value) : name in FIRST && typeof value === "boolean",
    );
    return { ...FIRST, ...(Object.fromEntries(valid) as Partial<Settings>) };
  } catch {
    return FIRST;
  }
}

export const settings = signal<Settings>(settingsIn(read(KEY)));

export function set(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  write(KEY, JSON.stringify(settings.value));
}

const PACES = { slow: 1.6, normal: 1, fast: 0.45 } as const;

/** Return the factor for the time for which another player's move is shown. */
export function paceFactor(): number {
  return PACES[settings.value.pace];
}

/** Whether the system asks for reduced motion. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Show the page in the chosen colors and size. */
export function applySettings(): void {
  effect(() => {
    const { theme, size } = settings.value;
    document.documentElement.dataset["theme"] = theme;
    document.documentElement.dataset["size"] = size;
  });
}
