/** One stored game as this browser sees it: loaded, followed, and played. */

import { type Event, type Game, type LegalMove, Refused, type Update } from "@hamlet-games/client";
import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";

import { isLost, sentence } from "../shared/asking";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";

export interface Shown {
  readonly game?: Game;
  readonly moves: readonly LegalMove[];
  /** The messages of the stream, in order. */
  readonly told: readonly Update[];
  readonly failure?: string | undefined;
  readonly connected: boolean;
  readonly busy: boolean;
}

export interface Table extends Shown {
  readonly events: readonly Event[];
  /** The versions that were made by moves in this browser. */
  readonly own: ReadonlySet<number>;
  readonly seat: number | null;
  play(move: LegalMove): Promise<void>;
  undo(): Promise<void>;
}

const LONGEST_WAIT = 25;
const PAUSE = 2000;

const EMPTY: Shown = { moves: [], told: [], connected: true, busy: false };

type Change = Partial<Shown> | ((shown: Shown) => Partial<Shown>);

function changed(shown: Shown, change: Change): Shown {
  return { ...shown, ...(typeof change === "function" ? change(shown) : change) };
}

/** Follow a game with a seat's token, or as a spectator. */
export function useTable(id: string, token: string | undefined): Table {
  const [shown, change] = useReducer(changed, EMPTY);
  const version = useRef(-1);
  const own = useRef(new Set<number>());
  const refused = useRef(false);
  const lost = useRef(false);
  const played = useMemo(() => hamlet.games.open(id, token), [id, token]);

  /** Load the newest state. A refusal stays on the screen until the player tries something else. */
  async function refresh(held?: { after: number; wait: number }, signal?: AbortSignal): Promise<void> {
    const game = await played.refresh({ include: ["moves"], ...held }, signal);
    if (game.version < version.current) return; // An answer that was overtaken.
    version.current = game.version;
    const { moves = [] } = game;
    // At the same version they are the same moves: a player who has begun to choose one goes on, as after a lost connection.
    change((before) => ({
      game,
      moves: before.game?.version === game.version && before.moves.length === moves.length ? before.moves : moves,
      connected: true,
      ...(refused.current ? {} : { failure: undefined }),
    }));
  }

  /** Record whether the server can be reached. A failure that came from a broken connection disappears when the connection is back. */
  function connection(connected: boolean): void {
    change({ connected, ...(connected && lost.current ? { failure: undefined } : {}) });
    if (connected) lost.current = false;
  }

  function failed(error: unknown): void {
    lost.current = isLost(error);
    change({ failure: sentence(error), ...(lost.current ? { connected: false } : {}) });
  }

  /** Load the game. Retry as long as the server cannot be reached. */
  async function loaded(signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await refresh();
      } catch (error) {
        if (signal.aborted || !isLost(error)) throw error;
        failed(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  useEffect(() => {
    const stop = new AbortController();
    version.current = -1;
    change({ ...EMPTY });
    const fails = (error: unknown) => stop.signal.aborted || failed(error);
    // A broken connection may leave the stream open, so listen to the browser's events as well.
    const cut = () => connection(false);
    const back = () => void refresh().then(() => connection(true), fails);
    addEventListener("offline", cut);
    addEventListener("online", back);
    void (async () => {
      await loaded(stop.signal);
      // A stream that opens may have been answered before the connection broke.
      const broken = (connected: boolean) => connected || connection(false);
      for await (const one of played.events({ signal: stop.signal, connection: broken, patience: Infinity })) {
        if (one.type === "events") change((before) => ({ told: [...before.told, one] }));
        if (one.type === "game_over" || one.version > version.current) refresh().catch(fails);
      }
    })().catch(fails);
    return () => {
      removeEventListener("offline", cut);
      removeEventListener("online", back);
      stop.abort();
    };
  }, [id, token, language.value]);

  // The stream may have survived the failure of a call, so it proves nothing. Only calls show whether the server answers.
  const known = shown.game !== undefined;
  useEffect(() => {
    if (shown.connected || !known) return undefined;
    const timer = setInterval(() => void refresh().then(() => connection(true), () => undefined), PAUSE);
    return () => clearInterval(timer);
  }, [id, token, shown.connected, known]);

  // A claimed seat is not a move, so the stream does not report it. A long poll does.
  const waiting = shown.game?.status === "waiting";
  useEffect(() => {
    if (!waiting) return undefined;
    const stop = new AbortController();
    void (async () => {
      while (!stop.signal.aborted) {
        try {
          await refresh({ after: version.current, wait: LONGEST_WAIT }, stop.signal);
          connection(true);
        } catch {
          if (!stop.signal.aborted) connection(false);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      }
    })();
    return () => stop.abort();
  }, [id, token, waiting]);

  /** Send a change of the game. A refusal is shown and changes nothing. The table is busy until the outcome is shown. */
  async function send(call: () => Promise<{ readonly version?: number | undefined } | undefined>): Promise<void> {
    change({ busy: true, failure: undefined });
    refused.current = false;
    try {
      const led = (await call())?.version;
      if (led !== undefined) own.current.add(led);
    } catch (error) {
      failed(error);
      refused.current = error instanceof Refused;
      if (!refused.current) return change({ busy: false });
    }
    await refresh().catch(() => connection(false));
    change({ busy: false });
  }

  return {
    ...shown,
    events: useMemo(() => shown.told.flatMap(({ events }) => events), [shown.told]),
    own: own.current,
    seat: shown.game?.viewer ?? null,
    play: (move) => send(() => played.play(move)),
    undo: () => send(() => played.undo()),
  };
}
