/** A game's stream of events, read with `fetch`, because an EventSource sends no token. After a broken connection it continues at the same place. */

import { createParser, type EventSourceMessage } from "eventsource-parser";

import type { Event, Result } from "./contract.js";
import { Refused, Unreachable } from "./errors.js";
import { Backoff, sleep } from "./sending.js";

/** The events of one version of the game; of several versions if the server has no free stream. */
export interface Update {
  readonly type: "events";
  readonly version: number;
  readonly events: readonly Event[];
}

/** The last message of a stream. */
export interface GameOver {
  readonly type: "game_over";
  readonly version: number;
  readonly result: Result;
}

export interface Following {
  /** The version after which the stream begins. Default: 0. */
  readonly after?: number;
  readonly signal?: AbortSignal;
  /** Called with true when the stream is connected, and with false when the connection breaks. */
  readonly connection?: (connected: boolean) => void;
  /** How many seconds of silence end a connection. Default: 45; the server sends a comment every 15 seconds. */
  readonly silence?: number;
  /** How long a server that does not answer is tried, in seconds. Default: the client's `patience`. */
  readonly patience?: number;
}

/**
 * Yield each message once, until the game is over. If the server has no free stream, `poll` asks for the messages after a version.
 * Throws `Refused` and `Unreachable`.
 */
export async function* follow(
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>,
  poll: (after: number) => Promise<readonly (Update | GameOver)[]>,
  { after = 0, signal, connection, silence: longest = 45, patience = 90 }: Following,
): AsyncGenerator<Update | GameOver, void, undefined> {
  const backoff = new Backoff();
  let last: string | undefined = after ? `${after}` : undefined;
  let polling = false;
  let failing: number | undefined; // The time of the first failure since the last answer.
  for (;;) {
    signal?.throwIfAborted();
    const cut = new AbortController();
    const silence = watch(longest, () => cut.abort(new Error("The stream is silent.")));
    let failure: unknown = new Error("The stream has ended.");
    try {
      if (polling) {
        const updates = await poll(Number(last ?? 0));
        // Another stream may be free by now.
        [polling, failing] = [false, undefined];
        backoff.reset();
        for (const update of updates) {
          last = `${update.version}`;
          yield update;
          if (update.type === "game_over") return;
        }
        continue;
      }
      const response = await silence(open(last, signal ? AbortSignal.any([signal, cut.signal]) : cut.signal));
      failing = undefined;
      connection?.(true);
      const messages: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (message) => messages.push(message) });
      const reader = response.body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
      for (let read = await silence(reader?.read()); read && !read.done; read = await silence(reader?.read())) {
        parser.feed(read.value);
        for (const message of messages.splice(0)) {
          last = message.id ?? last;
          const update = { ...JSON.parse(message.data), type: message.event ?? "message" } as Update | GameOver;
          backoff.reset();
          yield update;
          if (update.type === "game_over") return;
        }
      }
    } catch (error) {
      failure = error;
    } finally {
      cut.abort();
    }
    signal?.throwIfAborted();
    failing ??= Date.now();
    const refused = failure instanceof Refused ? failure : undefined;
    if (refused && refused.status < 500 && refused.status !== 429) throw refused;
    polling = refused !== undefined && !polling;
    if (polling) continue;
    connection?.(false);
    const wait = backoff.next(refused?.retryAfter);
    if (Date.now() + wait * 1000 - failing > patience * 1000) throw refused ?? new Unreachable("The stream does not open.", { cause: failure });
    await sleep(wait, signal);
  }
}

/** Ends a wait for the server that takes too long. The time that the reader spends on a message does not count. */
function watch(seconds: number, end: () => void): <T>(waited: T | Promise<T>) => Promise<T> {
  return async (waited) => {
    const timer = setTimeout(end, seconds * 1000);
    try {
      return await waited;
    } finally {
      clearTimeout(timer);
    }
  };
}
