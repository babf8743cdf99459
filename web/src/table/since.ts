/** Events since this browser last looked. */

export interface Message<E> {
  readonly version: number;
  readonly events: readonly E[];
}

export interface Step<E> {
  readonly version: number;
  readonly event: E;
  /** The seat that moved; undefined if the event is of no seat. */
  readonly mover: number | undefined;
}

export interface TurnTold<E> {
  readonly version: number;
  readonly mover: number | undefined;
  readonly events: readonly E[];
}

/** The highest number of events shown after a long absence. The log has all of them. */
const MOST = 30;

/**
 * Events after a version that were not caused by own moves, in order; only the latest if there are many. A version that begins
 * with an event of the viewer's seat is an own move too, made in another window.
 */
export function stepsAfter<E>(told: readonly Message<E>[], seen: number, own: ReadonlySet<number>, seat: number | null): Step<E>[] {
  return told
    .filter(({ version, events }) => version > seen && !own.has(version) && (seat === null || seatOf(events[0]) !== seat))
    .flatMap(({ version, events }) => events.map((event) => ({ version, event, mover: seatOf(events[0]) })))
    .slice(-MOST);
}

function seatOf(event: unknown): number | undefined {
  const { seat } = (event ?? {}) as { seat?: unknown };
  return typeof seat === "number" ? seat : undefined;
}

/** Return the messages that have something to show, in order. Consecutive ones of the same seat are one turn. */
export function turnsOf<E>(told: readonly Message<E>[]): TurnTold<E>[] {
  const turns: TurnTold<E>[] = [];
  for (const { version, events } of told) {
    if (events.length === 0) continue;
    const mover = seatOf(events[0]);
    const last = turns.at(-1);
    if (last && last.mover === mover) turns[turns.length - 1] = { ...last, events: [...last.events, ...events] };
    else turns.push({ version, mover, events });
  }
  return turns;
}

/** The longest time for which a turn is shown, in milliseconds. */
const TURN = 8000;

/** Return how long a step stays. It would take `wished`, but the `left` steps of its turn share the time that is not yet `spent`. */
export function stayOf(wished: number, spent: number, left: number): number {
  return Math.min(wished, Math.max(0, TURN - spent) / left);
}

/** Return the steps of one turn, from this one on. */
export function leftOf(steps: readonly Step<unknown>[], at: number): number {
  const end = steps.findIndex(({ mover }, one) => one > at && mover !== steps[at]?.mover);
  return (end < 0 ? steps.length : end) - at;
}

/** Return the time left, as a clock shows it: "1:05", "12:00:00", "3 d". `days`: the sign for days. */
export function clock(milliseconds: number, days = "d"): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 2 * 86400) return `${Math.floor(seconds / 86400)} ${days}`;
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
