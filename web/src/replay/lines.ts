/** The geometry of the curve of chances, in units of its drawing. */

import type { CurvePoint } from "@hamlet-games/client";

export const WIDTH = 1000;
export const HEIGHT = 300;

export function across(version: number, last: number): number {
  return round((WIDTH * version) / Math.max(1, last));
}

export function down(chance: number): number {
  return round(HEIGHT * (1 - chance));
}

/** The path of a seat's line. A chance holds until the next move changes it, so it goes in steps. */
export function lineOf(curve: readonly CurvePoint[], seat: number, last: number): string {
  let path = "";
  for (const { version, chances } of curve) {
    const y = down(chances[seat] ?? 0);
    path += path === "" ? `M${across(version, last)} ${y}` : `H${across(version, last)}V${y}`;
  }
  return path;
}

/** Return the version nearest to a place across the drawing, from 0 to 1. */
export function versionAt(share: number, last: number): number {
  return Math.max(0, Math.min(last, Math.round(share * last)));
}

/** Return a seat's chance of winning at a version: the last value of the curve up to there. */
export function chanceAt(curve: readonly CurvePoint[], seat: number, version: number): number {
  let found = 0;
  for (const point of curve) if (point.version <= version) found = point.chances[seat] ?? 0;
  return found;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
