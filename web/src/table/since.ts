/** What has happened since somebody last looked. */

export interface Message<E> {
  readonly version: number;
  readonly events: readonly E[];
}

export interface Step<E> {
  readonly version: number;
  readonly event: E;
}

/** Who was away for long is shown the end only; the log has all of it. */
const MOST = 30;

/** The events after a version that no move of one's own brought about, in order; the latest of them where they are many. */
export function stepsAfter<E>(told: readonly Message<E>[], seen: number, own: ReadonlySet<number>): Step<E>[] {
  return told
    .filter(({ version }) => version > seen && !own.has(version))
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
