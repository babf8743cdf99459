/** The pictures of Villagers. Everything has a shape of its own, so that colour alone distinguishes nothing. */

import type { JSX } from "preact";

const GRAIN = "M12 22V8M12 8c-2-1-2.5-3.5 0-6 2.5 2.5 2 5 0 6Zm0 4c-3 .5-5-1-5-4 3-.5 5 1 5 4Zm0 0c3 .5 5-1 5-4-3-.5-5 1-5 4Zm0 5c-3 .5-5-1-5-4 3-.5 5 1 5 4Zm0 0c3 .5 5-1 5-4-3-.5-5 1-5 4Z";

/** Each on a field of 24 by 24, in the colour of the text around it. */
const SHAPES: Readonly<Record<string, JSX.Element>> = {
  grains: <path d={GRAIN} fill="currentColor" stroke="currentColor" stroke-width="1.2" />,
  hay: (
    <g fill="none" stroke="currentColor" stroke-width="2">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 12c0-2 3.5-1.5 3.5 1 0 3-6.5 3.5-6.5-1.5 0-5 9-5.5 9.5.5" />
    </g>
  ),
  ore: (
    <g fill="currentColor">
      <path d="m3 16 4-8 5-3 6 4 3 8-5 4H7Z" opacity=".35" />
      <path d="m7 8 5-3 6 4-5 3Zm6 4 5-3 3 8-5 4Z" />
    </g>
  ),
  wood: (
    <g fill="none" stroke="currentColor" stroke-width="2">
      <path d="M7 6h11a3.5 6 0 0 1 0 12H7" />
      <ellipse cx="7" cy="12" rx="4" ry="6" />
      <ellipse cx="7" cy="12" rx="1.3" ry="2.3" />
    </g>
  ),
  grapes: (
    <g fill="currentColor">
      <circle cx="7.5" cy="10" r="2.8" />
      <circle cx="13" cy="10" r="2.8" />
      <circle cx="18" cy="10" r="2.5" />
      <circle cx="10" cy="15" r="2.8" />
      <circle cx="15.5" cy="15" r="2.8" />
      <circle cx="12.7" cy="20" r="2.8" />
      <path d="M12 7c0-3 2-5 5-5" fill="none" stroke="currentColor" stroke-width="2" />
    </g>
  ),
  wool: (
    <g fill="currentColor">
      <path d="M6 8a3 3 0 0 1 5-2 3 3 0 0 1 5 .5A3 3 0 0 1 20 10a3 3 0 0 1-2 5 3 3 0 0 1-5 1 3 3 0 0 1-6-.5A4 4 0 0 1 6 8Z" />
      <path d="M8 16v5m8-5v5" stroke="currentColor" stroke-width="2" />
    </g>
  ),
  leather: (
    <path
      d="M9 3c1 2 5 2 6 0l3 1-1 4c0 1 3 2 4 1v5c-2-1-4 0-4 2l2 5-3 1c-1-2-2-3-4-3s-3 1-4 3l-3-1 2-5c0-2-2-3-4-2V9c1 1 4 0 4-1L6 4Z"
      fill="currentColor"
    />
  ),
  solitary: (
    <g fill="currentColor">
      <circle cx="12" cy="7" r="4" />
      <path d="M4 21c0-6 4-8.5 8-8.5s8 2.5 8 8.5Z" />
    </g>
  ),
  special: <path d="m12 2 3 6.6 7 .8-5.2 4.8 1.5 7.1L12 17.7l-6.3 3.6 1.5-7.1L2 9.4l7-.8Z" fill="currentColor" />,
  food: (
    <g fill="currentColor">
      <path d="M3 12h18a9 8.5 0 0 1-5 7.5V21H8v-1.5A9 8.5 0 0 1 3 12Z" />
      <path d="M8 9c-2-2 2-3 0-6m4.5 6c-2-2 2-3 0-6M17 9c-2-2 2-3 0-6" fill="none" stroke="currentColor" stroke-width="1.7" />
    </g>
  ),
  builders: (
    <g fill="currentColor">
      <path d="M4 4h11c3 0 5 1.5 6 4h-5v2H4Z" />
      <path d="M8.5 11h4v11h-4Z" />
    </g>
  ),
  gold: (
    <g>
      <circle cx="12" cy="12" r="10" fill="#e6b422" stroke="#8a6508" stroke-width="1.5" />
      <circle cx="12" cy="12" r="7" fill="none" stroke="#8a6508" />
    </g>
  ),
  silver: (
    <g>
      <path d="M12 1.5 21.5 7v10L12 22.5 2.5 17V7Z" fill="#d4dae0" stroke="#56616b" stroke-width="1.5" />
      <path d="M12 5.5 18 9v6l-6 3.5L6 15V9Z" fill="none" stroke="#56616b" />
    </g>
  ),
  bronze: (
    <g>
      <path d="M12 1 23 12 12 23 1 12Z" fill="#d8935a" stroke="#6f3c14" stroke-width="1.5" />
      <path d="m12 6 6 6-6 6-6-6Z" fill="none" stroke="#6f3c14" />
    </g>
  ),
  padlock: (
    <g>
      <path d="M7 11V8a5 5 0 0 1 10 0v3" fill="none" stroke="currentColor" stroke-width="2.5" />
      <path d="M4 10.5h16V22H4Zm8 3a1.7 1.7 0 0 0-1 3v2.5h2V16.5a1.7 1.7 0 0 0-1-3Z" fill="currentColor" fill-rule="evenodd" />
    </g>
  ),
  keyring: (
    <g fill="none" stroke="currentColor" stroke-width="2.5">
      <circle cx="7.5" cy="8" r="5" />
      <path d="m11 11.5 9.5 9.5m-5-5 2.5-2.5m.5 5.5 2-2" />
    </g>
  ),
  on: <path d="M12 21V6m-6 5 6-7 6 7" fill="none" stroke="currentColor" stroke-width="2.5" />,
  trio: (
    <g fill="none" stroke="currentColor" stroke-width="2">
      <circle cx="12" cy="7" r="4.5" />
      <path d="M2.5 20.5 7 13l4.5 7.5Zm11-7h8v7h-8Z" />
    </g>
  ),
  chain: (
    <g fill="none" stroke="currentColor" stroke-width="2">
      <path d="M6 3h12v6H6Zm0 6h12v6H6Zm0 6h12v6H6Z" />
    </g>
  ),
};

/** The symbols for the things that a silver or bronze symbol counts, except suits. */
const COUNTED: Readonly<Record<string, string>> = {
  per_gold_symbol: "gold",
  best_coins: "gold",
  per_paid_villager: "gold",
  per_padlock: "padlock",
  per_builder: "builders",
  per_food: "food",
  per_trio: "trio",
  per_long_chain: "chain",
  best_silver: "silver",
};

export const isShape = (name: string): boolean => name in SHAPES;

/** A symbol. The text beside it says what it means. */
export function Symbol({ name }: { name: string }) {
  return (
    <svg class="symbol" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {SHAPES[name] ?? SHAPES["special"]}
    </svg>
  );
}

/** Return the symbol of the things that a formula counts. */
export function countedBy(formula: { readonly formula: string; readonly suit: string | null }): string {
  return formula.suit ?? COUNTED[formula.formula] ?? "special";
}
