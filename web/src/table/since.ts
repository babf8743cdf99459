/** Events since this browser last looked. */

export interface Message<E> {
  readonly version: number;
  readonly events: readonly E[];
}

export interface Step<E> {
  readonly version: number;
  readonly event: E;
}

/** After a long absence only the latest are shown; the log has all. */
const MOST = 30;

/**
 * Events after a version that were not caused by own moves, in order; only the latest if there are many. A version that begins
 * with an event of the viewer's seat is an own move too, made in another window.
 */
export function stepsAfter<E>(told: readonly Message<E>[], seen: number, own: ReadonlySet<number>, seat: number | null): Step<E>[] {
  const byMe = (event: unknown) => seat !== null && typeof event === "object" && (event as { seat?: unknown } | null)?.seat === seat;
  return told
    .filter(({ version, events }) => version > seen && !own.has(version) && !byMe(events[0]))
    .flatMap(({ version, events }) => events.map((event) => ({ version, event })))
    .slice(-MOST);
}

/** The time that is left, as a clock shows it: "1:05", "12:00:00", "3 d". `days`: the sign for days. */
export function clock(milliseconds: number, days = "d"): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 2 * 86400) return `${Math.floor(seconds / 86400)} ${days}`;
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
