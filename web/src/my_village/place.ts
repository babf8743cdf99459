import type { MyVillageSeat } from "@hamlet-games/client";

/** The properties of every part of a village: its place in the view, and its value. */
export interface Place {
  readonly at: string;
  readonly village: MyVillageSeat;
}

export type WhiteBanner = NonNullable<MyVillageSeat["tile"]>;

/** Whether the 2/12 tile lies beside a banner. */
export function tiled({ tile }: MyVillageSeat, kind: string, which?: number | string): boolean {
  return tile?.kind === kind && (which === undefined || tile.field === which || tile.customer === which);
}
