/** An emblem for each trade, drawn for Hamlet: outlines on a grid of 24 by 24, filled in the colour of the card's suit. */

const WHEEL = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 3v7m0 4v7M3 12h7m4 0h7M5.6 5.6l5 5m2.8 2.8 5 5m0-12.8-5 5m-2.8 2.8-5 5";
const CART = "M3 6h15l-2 8H5zM7 16a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm8 0a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM18 6l4-3";
const BARREL = "M7 3h10c2.5 5 2.5 13 0 18H7C4.5 16 4.5 8 7 3zM5.5 8h13M5.5 16h13M12 3v18";
const HORSE = "M6 21c0-6 1-8 3-10l-4 1-2-3 6-5 1-2 2 2c5 1 8 6 8 17z M10 7h.1";
const BIRD = "M3 13c3 0 5-6 9-6 2 0 3 1 3 1l5-1-3 4c0 5-4 8-8 7l-3 3v-3.5C4.5 17 3.5 15 3 13zM15 10h.1";
const SACK = "M9 3h6l-1.5 4C18 9 20 13 20 17c0 3-2 4-8 4s-8-1-8-4c0-4 2-8 6.5-10zM10 7h4";

const TRADES: Readonly<Record<string, string>> = {
  founders: "M2.5 21V11L7 6.5l4.5 4.5v10zM11.5 21V9l5-5.5 5 5.5v12zM6 21v-5h2.5v5M15 21v-6h3v6M15 10.5h3",
  lumberjack: "M13 3 20 10c-3 2-6 2-8-.5L4.5 20.5l-2-2L12 9c-1.5-2-1-4 1-6z",
  hayer: "M12 22V9M6 3v6q0 3 6 3t6-3V3M12 3v9",
  miner: "M3 9c4-6 14-6 18 0-4-2-7-2.5-7-2.5V8L6 21l-2.5-1.5L11 7s-4-.5-8 2z",
  poulterer: "M4 12c-1-4 1-8 4-8 2 0 3 2 3 4 2 3 5 2 8-2 2 6 0 13-7 13-4 0-7-3-8-7zM10 19v3m4-3v3M7 7h.1M4 7 2 8.5l2.5.5",
  swineherd: "M4 9 3 5l4 1.5c3-2 7-2 10 0L21 5l-1 4c2 5-1 11-8 11S2 14 4 9zM9 14c0-3 6-3 6 0s-6 3-6 0zM10.5 14h.1m2.9 0h.1M8 10h.1m7.9 0h.1",
  truffler: "M5 13c-2-4 2-8 5-7 2-3 8-2 8 2 4 1 4 7 0 8-1 4-7 5-9 2-3 1-5-2-4-5zM9 10h.1m4.9-.5h.1M11 14h.1m4.9 1h.1",
  brewer: "M5 9h11v12H5zM16 11h2.5q2 0 2 2v3q0 2-2 2H16M8.5 12.5v5m4-5v5M5 9a3 3 0 0 1 1-5c2-2.5 6-2 7 0a3 3 0 0 1 3 5",
  grazier: "M4 8 2 4c3 0 4 1 5 2h10c1-1 2-2 5-2l-2 4c0 3-1 4-2 5v4c0 3-3 4-6 4s-6-1-6-4v-4C5 12 4 11 4 8zM9 11h.1m5.9 0h.1M8.5 16h7",
  milk_maid: "M6 8h12l-1.5 13h-9zM6 8C6 1 18 1 18 8M6.5 12.5q2.7 2 5.5 0t5.5 0",
  fromager: "M2.5 12 14 4c5 1 7 4 7.5 8zM2.5 12v7h19v-7M8 16h.1M14.5 9h.1M15 15.5h.1",
  thatcher: "M2 13 12 3l10 10-3 1-2-1-2 2-3-2-3 2-2-2-2 1zM6 14v7h12v-7M10.5 21v-4h3v4",
  bed_builder: "M3 5v16M3 17h18M21 21v-9H9v5M3 12h6M4.5 12a2 2 0 0 1 4 0",
  horse_trader: HORSE,
  ore_muler: "M4 12 6 5l3 1 2-4 2 4c4 2 6 6 6 9l-3 3-3-3v7H6zM11 9h.1M13 16l5-4",
  peddler: "M6 9h12v12H6zM8 9V6c0-4 8-4 8 0v3M6 13h12M10 13v3h4v-3",
  seeker: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15 15l6 6M7 11l3-4 3 4-3 3z",
  spelunker: "M9 3h6v3H9zM8 6h8l2 4v9H6v-9zM6 21h12M12 10c2 2 2 5 0 6-2-1-2-4 0-6zM12 3V1.5",
  jeweler: "M7 4h10l4 5.5L12 21 3 9.5zM3 9.5h18M8.5 9.5 12 21l3.5-11.5L12 4z",
  mason: "M3 5h18v14H3zM3 9.7h18M3 14.3h18M9 5v4.7M15 5v4.7M6 9.7v4.6M12 9.7v4.6M18 9.7v4.6M9 14.3V19M15 14.3V19",
  glass_blower: "M3 3l8 8M2 4l2-2M10 10c5-2 10 1 10 6 0 4-4 6-7 5-4-1-5-6-3-11zM16.5 15c0 2-1 3-2.5 3",
  blacksmith: "M2 6h20c-1 4-4 5-7 5.5V15l3 3v2H6v-2l3-3v-3c-4 0-6-2-7-6z",
  locksmith: "M7 3a5 5 0 1 0 0 10A5 5 0 0 0 7 3zM11 11l10 10M16 16l3-3M19 19l2-2M7 8h.1",
  carpenter: "M2.5 8 17 5l4.5 4L6 15zM6 15l1 5 14-7.5.5-3.5M17 5V2h3l1.5 7",
  cooper: BARREL,
  wheeler: WHEEL,
  cartwright: CART,
  shipwright: "M2.5 14h19c-1 5-3 7-5 7h-9c-2 0-4-2-5-7zM12 14V2.5l7.5 8.5H12M12 6 6 11h6",
  log_rafter: "M4 7h16a2 2 0 0 1 0 4H4a2 2 0 0 1 0-4zm0 4h16a2 2 0 0 1 0 4H4a2 2 0 0 1 0-4zM7 7v8m10-8v8M2 19q2.5-2 5 0t5 0 5 0 5 0M13 7V2l4 2-4 1.5",
  wood_carver: "M20 3 9.5 13.5l-3-.5L17 3zM6.5 13c-4 1-4 5-3.5 8 3 .5 6-.5 7-4.5M4 20l3-3M14 20h7M17 17h4",
  graper: "M4 9h16l-2 12H6zM4 9q8-9 16 0M7 13h10M6.7 17h10.6M10 9l.5 12M14 9l-.5 12",
  vintner: "M7 3h10c1 5-1 9-5 9s-6-4-5-9zM12 12v8M8 21h8M7.2 7h9.6",
  wine_trader: "M10 2h4v6c3 2 3 4 3 6v8H7v-8c0-2 0-4 3-6zM7 13h10v5H7z",
  shepherd: "M8 22V9C8 1 18 1 18 8c0 4-5 4-5 .5",
  spinner: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM9 3v12M3 9h12M9 15 5 21m4-6 4 6M3 21h12M15 9l6 4v8m-2-5h4",
  weaver: "M3 3h18M3 21h18M5 3v18M9 3v18m3-18v18m3-18v18m4-18v18M5 8h14M5 12h14M5 16h14",
  tailor: "M6 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm12 0a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM7.5 15.5 17 3M16.5 15.5 7 3",
  tanner: "M9 3q3 2.5 6 0l4 2-1.5 4 3.5 1v6l-4-.5 1 5.5-4 1q-2-2.5-4 0l-4-1 1-5.5-4 .5v-6l3.5-1L5 5z",
  saddler: "M3 7c4 1 5-3 9-3s6 4 9 3c0 5-3 7-5 7H9c-4 0-6-3-6-7zM9 14v4m0 0a2 2 0 1 0 .1 0M14 14v2",
  cobbler: "M6 3h7v9c3 1 8 2 8 6v2H5v-3zM5 17h16M6 7h3M6 10.5h3",
  harvester: "M5 3c8-2 15 3 15 10 0 2-1 4-2 5 0-7-5-11-12-11zM6 7l-3 1M6.5 6.5 3 21l3 .5L9 8",
  hunter: "M6 2.5c11 1 14.5 8 15.5 15.5M6 2.5C11 10 14 14 21.5 18M3 21 16 8m-5.5.5L16 8l-.5 5.5",
  chandler: "M9 10h6v9H9zM5 19h14l-1 3H6zM12 10V8M12 2c2.5 2.5 2.5 5 0 6-2.5-1-2.5-3.5 0-6z",
  wattler: "M4 4l2-2 2 2v18H4zM10 4l2-2 2 2v18h-4zM16 4l2-2 2 2v18h-4zM2 9h20M2 16h20",
  fisher: "M2 12c4-7 12-7 16-1l4-4v10l-4-4c-4 6-12 6-16-1zM7 11h.1M11 8q2 4 0 8",
  beekeeper: "M9 3h6q2.5 1 3 4 2 1 2 4t-1 4q0 4-3 6H8q-3-2-3-6-1-1-1-4t2-4q.5-3 3-4zM6 7h12M4.3 11h15.4M5 15.5h14M10.5 21v-3h3v3",
  grocer: "M12 7c-6-4-10 1-8 7 1 4 4 8 8 6 4 2 7-2 8-6 2-6-2-11-8-7zM12 7q0-4 4-5",
  freemason: "M12 2 5 21M12 2l7 19M3 10l9 7 9-7M12 2v2",
  priest: "M10 2h4v5h5v4h-5v11h-4V11H5V7h5z",
  agent: "M2 12 7 7l5 3 5-3 5 5-5 3-5 4-5-4zM7 15l3-3m2 7 5-4m-5 4-3-2.5",
  monk: "M12 2c5 2 7 7 7 12v8H5v-8c0-5 2-10 7-12zM9 11q3-5 6 0v3q-3 4-6 0zM12 18v4",
  apprentice: "M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 21c0-6 3-9 7-9s7 3 7 9zM12 13v5M9.5 15.5h5",
  tinner: "M5 8h14l-2 13H7zM8 8V5h8v3M19 10h3v6l-4 1M5 11 2 7l2-1.5",
  smuggler: "M3 8h18v13H3zM3 8l3-4h12l3 4M3 8h18M8 12l8 5m0-5-8 5",
  alchemist: "M9 3h6v6l5 9c1 2 0 3-2 3H6c-2 0-3-1-2-3l5-9zM8 3h8M6.5 15h11M11 18h.1m3.9-.5h.1",
  arkwright: "M3 11c0-6 18-6 18 0zM3 11h18v9H3zM10.5 11v4h3v-4M7 7.5V20M17 7.5V20",
  captain: "M12 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM12 7v14M7 10h10M3 13c0 5 4 8 9 8s9-3 9-8l-3 2.5M3 13l3 2.5",
  carter: CART,
  freelancer: "M4 21 15 10m-1-5 5 5M12 7l5 5 4-4c-2-3-4-5-7-5zM4 21l-1-2 2-1",
  wholesaler: "M12 3v17M7 21h10M4 6h16M4 6l-2.5 7c1 2.5 4.5 2.5 5.5 0zM20 6l-2.5 7c1 2.5 4.5 2.5 5.5 0z",
  benefactor: "M12 9C8 3 3 5 4 9c1 3 5 4 8 0zm0 0c4-6 9-4 8 0-1 3-5 4-8 0zM3 12h18v9H3zM12 9v12",
  nun: "M12 2c5 0 7 4 7 9l2 10H3l2-10c0-5 2-9 7-9zM9 9q3-3 6 0v3q-3 4-6 0zM12 16v4m-2-2.5h4",
  pigeoneer: BIRD,
  prophet: "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2v2m7-.5-1.5 2M5 3.5l1.5 2",
  recruiter: "M3 10v5h3l10 5V5L6 10zM19 9q3 3.5 0 7M7 15l2 6h3l-2-5",
  barbarian: "M6 3c6 1 7 5 6 9-3 1-7-1-9-5zm12 0c-6 1-7 5-6 9 3 1 7-1 9-5zM12 6v16",
  courier: "M2.5 5h19v14h-19zM2.5 5.5 12 13l9.5-7.5M2.5 18.5 9 11m12.5 7.5L15 11",
  flaker: "M4 14c0-8 16-8 16 0zM2 14h20q-2 4-10 4T2 14zM8 10q4-3 8 0M16 7l4-5-1 5",
  noble: "M3 8l4.5 4L12 4l4.5 8L21 8l-2 12H5zM5.5 16.5h13",
  schemer: "M2 8c4-3 7-2 10 0 3-2 6-3 10 0 0 5-2 8-5 8s-4-3-5-3-2 3-5 3-5-3-5-8zM6 10.5q2-1 3 .5-2 1.5-3-.5zm9 .5q1-1.5 3-.5-1 2-3 .5z",
  sheriff: "M12 2l2.5 5.5 6-.5-3.5 5 3.5 5-6-.5L12 22l-2.5-5.5-6 .5L7 12 3.5 7l6 .5zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  thief: SACK,
  countess: "M3 9l4 3 5-8 5 8 4-3-2 11H5zM5.5 17h13M12 4h.1",
};

/** A trade's emblem; null if it has none. */
export function Trade({ of }: { of: string }) {
  const shape = TRADES[of];
  if (shape === undefined) return null;
  return (
    <svg class="trade" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shape} />
    </svg>
  );
}

export const drawn: ReadonlySet<string> = new Set(Object.keys(TRADES));
