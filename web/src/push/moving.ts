/** Moves a seat to another device by a link. The token is in the fragment, which is not sent to any server. */

import { hostOf, keep, tokensOf } from "../shared/keep";

export interface MovedSeat {
  readonly game: string;
  readonly ruleset: string;
  readonly seat: string;
  readonly token: string;
  readonly host?: string | undefined;
}

export function linkOf({ game, ruleset, seat, token, host }: MovedSeat, origin: string): string {
  const secret = new URLSearchParams({ ruleset, seat, token, ...(host && { host }) });
  return `${origin}/table/${game}#${secret}`;
}

/** Return the seat in such a link; undefined for any other link. */
export function seatIn(path: string, fragment: string): MovedSeat | undefined {
  const game = /^\/table\/([a-z0-9]+)$/.exec(path)?.[1];
  const { ruleset, seat, token, host } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));
  if (!game || !ruleset || !seat || !/^\d{1,2}$/.test(seat) || !token?.startsWith(`${game}.`)) return undefined;
  return { game, ruleset, seat, token, host: host?.startsWith(`${game}.`) ? host : undefined };
}

/** Keep the seat of the link that opened this page, and remove its token from the address. */
export function receiveSeat(): void {
  const moved = seatIn(location.pathname, location.hash);
  if (!moved) return;
  history.replaceState(null, "", location.pathname);
  // A link cannot take away a seat that this browser has.
  if (tokensOf(moved.game)[moved.seat] !== undefined) return;
  keep(moved.game, moved.ruleset, { [moved.seat]: moved.token }, hostOf(moved.game) ?? moved.host);
}
