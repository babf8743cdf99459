/** Reads a view whose ruleset is not known. */

/** The text for a card that the viewer may not see. */
const BACK = "back";

export function isHidden(value: unknown): boolean {
  return value === BACK;
}

/** Return whether a part of a view is for people. The ruleset and the viewer are shown elsewhere. */
export function isShown(at: string, key: string): boolean {
  return at !== "" || !["ruleset", "viewer", "options"].includes(key);
}

/** Return whether numbers under this key are seats. */
export function namesSeat(key: string): boolean {
  return /(^|_)(seat|player|owner|winner|to_act)s?$/.test(key);
}

/** Return the name of a record, if it has one. */
export function titleOf(record: object): string | undefined {
  const { card, name, key, type } = record as Readonly<Record<string, unknown>>;
  return [card, name, key, type].find((one): one is string => typeof one === "string");
}

export interface Alike {
  readonly value: unknown;
  /** The place of the first of these things. */
  readonly from: number;
  readonly count: number;
}

/** Return the values of a list. Equal ones in a row are put together, but records stay apart. */
export function alike(values: readonly unknown[]): Alike[] {
  const found: Alike[] = [];
  values.forEach((value, from) => {
    const last = found.at(-1);
    if (last && last.value === value) found[found.length - 1] = { ...last, count: last.count + 1 };
    else found.push({ value, from, count: 1 });
  });
  return found;
}
