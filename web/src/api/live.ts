/** A game's stream of events, read with `fetch` since an EventSource sends no token; it goes on where it was cut. */

import { createParser } from "eventsource-parser";

import type { Event } from "./contract";

export interface Told {
  readonly version: number;
  readonly events: readonly Event[];
}

export interface Listener {
  told(one: Told): void;
  over(): void;
  connected(is: boolean): void;
}

const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
/** The server sends a comment every few seconds: a stream that is silent for longer is dead. */
const LONGEST_SILENCE = 60_000;

/** Listen until the signal says stop. `after`: the version that is known. */
export async function listen(
  game: string,
  token: string | undefined,
  after: number,
  listener: Listener,
  stop: AbortSignal,
): Promise<void> {
  let last = after;
  let pause = SHORTEST_PAUSE;
  while (!stop.aborted) {
    try {
      const ended = await readOnce(game, token, last, stop, listener, (id, kind, data) => {
        pause = SHORTEST_PAUSE;
        if (kind === "game_over") {
          listener.over();
          return;
        }
        const one = JSON.parse(data) as Told;
        last = Math.max(last, Number(id) || one.version);
        listener.told(one);
      });
      if (ended) return;
    } catch {
      if (stop.aborted) return;
      listener.connected(false);
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}

/** One connection, to its end. True: there is nothing more to come. */
async function readOnce(
  game: string,
  token: string | undefined,
  after: number,
  stop: AbortSignal,
  listener: Listener,
  heard: (id: string | undefined, kind: string | undefined, data: string) => void,
): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
  let over = false;
  const parser = createParser({
    onEvent: (message) => {
      over ||= message.event === "game_over";
      heard(message.id, message.event, message.data);
    },
  });
  try {
    const response = await fetch(`/v1/games/${encodeURIComponent(game)}/events?after=${after}`, {
      headers: { Accept: "text/event-stream", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      signal: AbortSignal.any([stop, silence.signal]),
    });
    if (response.status === 409 || response.status === 404) return true; // The game is over, or gone.
    if (!response.ok || !response.body) throw new Error(`${response.status}`);
    listener.connected(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return over;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
      parser.feed(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
