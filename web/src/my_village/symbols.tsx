/** The symbols of My Village, drawn for Hamlet by lines on a grid of 24. Their form alone distinguishes them. */

const CIRCLE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";

const LINES = {
  abbot: "M12 3v18M7 8.5h10",
  councilman: "M12 3l7 7-3 3-7-7zM11 10l-7.5 7.5 2.5 2.5L13.5 12.5M12 21h9",
  traveller: "M12 2.5v19M5 4.5h11l3 2.5-3 2.5H5zM19 11.5H8l-3 2.5 3 2.5h11z",
  craftsman: "M9 4h6c3 0 5 1.5 6 4.5-2-1-3.5-1-5 0V11H9zM11 11l1 10h2l-.5-10",
  merchant: "M12 3v17M7 20.5h10M5 6.5h14M5 6.5l-3 7c1 2.5 5 2.5 6 0zM19 6.5l-3 7c1 2.5 5 2.5 6 0z",
  horse: "M7 21H4c-2-4-2.5-8-1.5-11a9.8 9.8 0 0 1 19 0c1 3 .5 7-1.5 11h-3c1.7-4 2-7 1.2-9.5a6.5 6.5 0 0 0-12.4 0C5 14 5.3 17 7 21z",
  beer: "M5 9h10v12H5zM15 11h2.5a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H15M8.5 12.5v5M11.5 12.5v5M5 9a2.7 2.7 0 0 1 1-5 3.5 3.5 0 0 1 6.5-.5A2.8 2.8 0 0 1 15 9",
  plow: "M3 5h5l4 9M12 14c3-1 6-1 9 0M8 5L5 14M3 20c6 0 9-2 11-6 1 2 2 4 5 6z",
  scroll: "M7 3.5h10.5a2.5 2.5 0 0 1 2.5 2.5v2h-4M7 3.5A2.5 2.5 0 0 0 4.5 6H9M7 3.5A2.5 2.5 0 0 1 9 6v12a2.5 2.5 0 0 1-5 0v-1.5h9.5V18a2.5 2.5 0 0 1-2.5 2.5H6.5M16 8v10a2.5 2.5 0 0 1-2.5 2.5M11.5 9H13M11.5 12.5H13",
  wagon: `${CIRCLE}M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 3v7M12 14v7M3 12h7M14 12h7M5.7 5.7l4.9 4.9M13.4 13.4l4.9 4.9M18.3 5.7l-4.9 4.9M10.6 13.4l-4.9 4.9`,
  any: "M4 7.5L12 3l8 4.5v9L12 21l-8-4.5zM4 7.5l8 4.5 8-4.5M12 12v9",
  wild: "M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3-5.6 3 1.2-6.2L3 9.5l6.3-.8z",
  coin: `${CIRCLE}M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z`,
  story: "M6 3h8l4 4v14H6zM14 3v4h4M9 11h6M9 14h6M9 17h4",
  points: "M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2zM12 6v14",
  time: "M6 3h12M6 21h12M7.5 3c0 5 4.5 6 4.5 9s-4.5 4-4.5 9M16.5 3c0 5-4.5 6-4.5 9s4.5 4 4.5 9",
  church: "M12 1.5v5M10 3.5h4M12 6.5l-5 5.5v9h10v-9zM7 14l-4 2.5V21h4M17 14l4 2.5V21h-4M10.5 21v-3.5a1.5 1.5 0 0 1 3 0V21",
  council: "M3 9l9-5.5L21 9zM5.5 9v9M10 9v9M14 9v9M18.5 9v9M3 18h18v3H3z",
  meeting_place: "M8 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM16.5 11a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM2.5 20c0-4.5 2-7 5.5-7s5.5 2.5 5.5 7zM14.5 14c.6-.4 1.3-.5 2-.5 3 0 5 2.5 5 6.5h-5",
  field: "M12 22V8.5M12 8.5c-2.5-1.5-2.5-4 0-6.5 2.5 2.5 2.5 5 0 6.5zM12 14c-3.5 0-5-2-5-5 3.5 0 5 2 5 5zM12 14c3.5 0 5-2 5-5-3.5 0-5 2-5 5zM12 19.5c-3.5 0-5-2-5-5 3.5 0 5 2 5 5zM12 19.5c3.5 0 5-2 5-5-3.5 0-5 2-5 5z",
  customer: "M3.5 10h17l-2.5 11H6zM8 10l3-7M16 10l-3-7M9 13.5l.5 4M12 13.5v4M15 13.5l-.5 4",
  monk: "M6 21.5V10c0-3 2.5-5 6-8 3.5 3 6 5 6 8v11.5zM12 2v19.5M6 12.5h12",
  school: "M12 5L1.5 9.5 12 14l10.5-4.5zM6 11.5V17c2.5 2.5 9.5 2.5 12 0v-5.5M22 9.8V16",
  headman: "M12 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM7 21.5h10v-2c-2-2-3-5-3-10h-4c0 5-1 8-3 10z",
  play: "M12 2l6 6.5-6 7.5-6-7.5zM12 2v14M6 8.5h12M12 16c0 3.5 3.5 2 3.5 5.5",
  house: "M2.5 11.5L12 3l9.5 8.5M5 9.5V21h14V9.5M10 21v-6.5h4V21",
  tree: "M12 22v-8M12 18l3-2.5M8 14a4.2 4.2 0 0 1-1.5-8A5.5 5.5 0 0 1 17 6a4.2 4.2 0 0 1-1 8z",
  rat: "M2.5 16.5C2.5 11.5 6.5 8.5 12 8.5c2 0 3-1 4-2.5 1.2 1 1.3 2 1 3 2 1 4 3 4.5 5.5-1 2-3 2-5 2zM2.5 16.5c-1 2.5 1.5 4.5 4.5 4s5 .8 8 .3M17.5 12.5h.1M8 16.5c0-2 1-3.5 3-4",
  grave: "M6.5 21V9a5.5 5.5 0 0 1 11 0v12M3.5 21h17M12 7.5v7M9.5 10h5",
  chronicle: "M5 3.5h12a2 2 0 0 1 2 2V21H7a2 2 0 0 1-2-2zM5 19a2 2 0 0 1 2-2h12M12 6.5v7M9.5 9h5",
  hand: "M8 13V5.5a1.5 1.5 0 0 1 3 0V11M11 11V3.5a1.5 1.5 0 0 1 3 0V11M14 11V5a1.5 1.5 0 0 1 3 0v9c0 4.5-2 7.5-5.5 7.5-3 0-4.5-1.5-6-4l-2.3-4c-.8-1.5 1-2.5 2.1-1.4L8 14.5",
  quill: "M3.5 20.5C5 12 10.5 5 20.5 3.5c-.5 9.5-5.5 13-12 13M3.5 20.5L13 10.5",
  goblet: "M6 2.5h12c.5 6-1.5 10-6 10s-6.5-4-6-10zM12 12.5V19M7.5 21.5c0-1.8 2-2.5 4.5-2.5s4.5.7 4.5 2.5z",
  rosary: "M12 2.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM12 15.5v6.5M9.5 18.5h5M12 2.5v.1M7 4.5v.1M17 4.5v.1M5.5 9v.1M18.5 9v.1",
  reaper: "M6.5 21.5L16 2.5M16 2.5C9 1.5 4.5 4 2.5 9c4-2.5 8-2.5 12-1",
  steward: "M7.5 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11 11l9.5 9.5M17.5 17.5l2.5-2.5M14 14l2.5-2.5",
  laborer: "M12 21.5V11M6.5 2.5v4a5.5 5.5 0 0 0 11 0v-4M12 2.5V11",
  ends: "M6 21.5v-18M6 4h12l-3 4 3 4H6",
} as const;

export type Symbol = keyof typeof LINES;

/** Return whether there is a symbol of this name. The server's values have the same names. */
export function hasSymbol(name: unknown): name is Symbol {
  return typeof name === "string" && name in LINES;
}

/** A symbol, for the eye only. The text beside it says what it means. */
export function Icon({ of, class: own = "" }: { of: Symbol; class?: string }) {
  return (
    <svg class={`mv-icon ${own}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={LINES[of]} />
    </svg>
  );
}

/** The lines of a symbol, to be put into a picture. */
export function Sign({ of }: { of: Symbol }) {
  return <path class="sign" d={LINES[of]} />;
}

/** An eight-sided marker, or the space for one. */
export function Marker({ filled, of }: { filled: boolean; of?: Symbol | undefined }) {
  return (
    <svg class={filled ? "mv-marker filled" : "mv-marker"} viewBox="0 0 24 24" aria-hidden="true">
      <path class="edge" d="M8 1.5h8L22.5 8v8L16 22.5H8L1.5 16V8z" />
      {of && (
        <g transform="translate(5.5 5.5) scale(.54)">
          <Sign of={of} />
        </g>
      )}
    </svg>
  );
}

const PIPS = ["", "22", "1133", "112233", "11133133", "1113223133", "111213313233"];

/** A die with pips as on a real one. */
export function Die({ face, color }: { face: number; color: string }) {
  const pips = PIPS[face]?.match(/../g) ?? [];
  return (
    <svg class={`mv-die ${color}`} viewBox="0 0 40 40" aria-hidden="true">
      <rect x="1.5" y="1.5" width="37" height="37" rx="8" />
      {color === "black" && <rect class="inner" x="4.5" y="4.5" width="31" height="31" rx="5" />}
      {pips.map((at) => (
        <circle key={at} cx={Number(at[0]) * 10} cy={Number(at[1]) * 10} r="3.8" />
      ))}
    </svg>
  );
}
