/** A game's stream of events, read with `fetch`, because an EventSource sends no token. After a broken connection it continues at the same place. */

import { createParser, type EventSourceMessage } from "eventsource-parser";

import type { Event, Result } from "./contract.js";
import { Refused } from "./errors.js";
import { Backoff, sleep } from "./sending.js";

/** The events of one version of the game. */
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
}

/** Yield each message once, until the game is over. Throws `Refused` for a game or token that does not exist. */
export async function* follow(
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>,
  { after = 0, signal, connection, silence: longest = 45 }: Following,
): AsyncGenerator<Update | GameOver, void, undefined> {
  const backoff = new Backoff();
  let last: string | undefined = after ? `${after}` : undefined;
  for (;;) {
    signal?.throwIfAborted();
    const cut = new AbortController();
    const silence = watch(longest, () => cut.abort(new Error("The stream is silent.")));
    try {
      const response = await silence(open(last, signal ? AbortSignal.any([signal, cut.signal]) : cut.signal));
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
      signal?.throwIfAborted();
      if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error;
      connection?.(false);
      await sleep(backoff.next(error instanceof Refused ? error.retryAfter : 0), signal);
      continue;
    } finally {
      cut.abort();
    }
    connection?.(false);
    await sleep(backoff.next(), signal);
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
