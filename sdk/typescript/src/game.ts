/** One game, seen by one of its seats or by a spectator. */

import { type Api, dataOf, type Hamlet } from "./client.js";
import type {
  AiLevel,
  Decision,
  Game,
  HintRequest,
  JoinedGame,
  LegalMove,
  Move,
  NewRematch,
  Played,
  PlayRequest,
  Replay,
  Result,
  Review,
  ReviewRequest,
  SeatTurn,
} from "./contract.js";
import { HamletError, Refused } from "./errors.js";
import { follow, type Following, type GameOver, type Update } from "./stream.js";

/** A listed move, its id, a move of your own, or several moves. Of several moves, all are made or none. */
export type Playable = LegalMove | string | Move | readonly Move[];

/** A turn of the seat: the server's document, including fields of newer servers, and a function to play. */
export type Turn = SeatTurn & {
  readonly moves: readonly LegalMove[];
  /** False if the seat may react, but need not. To decline, continue without playing. */
  readonly mustMove: boolean;
  /**
   * Make a move. Resolves with the state of the game when it is the seat's turn again, or after 20 seconds.
   * Resolves to undefined if the turn was over before the move arrived. Throws `Refused`.
   */
  play(move: Playable): Promise<SeatTurn | undefined>;
};

export interface Turns {
  /** Whether to yield turns in which the seat may react, but need not move. Default: true. */
  readonly reactions?: boolean;
  /** The version up to which you know the events. The first turn has the events after it. Default: 0. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** How long the server may delay an answer, in seconds. */
const WAIT = 20;
/** Kinds of problems that mean that the turn is over: another player was faster, or the time was up. */
const PASSED = new Set(["conflict", "version-mismatch", "not-your-turn", "game-over", "seat-away", "seat-forfeited", "seat-resigned"]);

export class HamletGame {
  /** Every operation of the contract, with this seat's token. */
  readonly api: Api;
  /** How the game ended; set once `turns`, `events`, `play` or `refresh` has read it. */
  result: Result | undefined;
  /** The latest state that `turns` has read. After the loop, it has the events after the last turn. */
  latest: SeatTurn | undefined;

  constructor(
    private readonly hamlet: Hamlet,
    readonly id: string,
    readonly token?: string,
    /** The game's document, as the last call returned it. */
    public data?: Game | JoinedGame,
  ) {
    this.api = hamlet.as(token);
    this.result = data?.result ?? undefined;
  }

  /** The secret tokens of the seats just taken, by seat. They are shown only once, so keep them. */
  get tokens(): Readonly<Record<string, string>> {
    return this.data && "tokens" in this.data ? this.data.tokens : {};
  }

  /** The token for inviting players. Only the client that has just created the game has it. */
  get hostToken(): string | undefined {
    return this.data && "host_token" in this.data ? this.data.host_token : undefined;
  }

  /** The same game with the token of another seat that was created with it. */
  seat(seat: number): HamletGame {
    return new HamletGame(this.hamlet, this.id, this.tokens[seat], this.data);
  }

  /** Read the document again. */
  async refresh(query: { include?: ("moves" | "events" | "score")[]; after?: number; wait?: number } = {}, signal?: AbortSignal): Promise<Game> {
    const params = { path: { game: this.id }, query };
    return this.know(await dataOf(this.api.GET("/v1/games/{game}", { params, ...(signal && { signal }) })));
  }

  /**
   * Yield each turn of the seat once, until the game is over. A broken connection does not end this. Play each turn before you go on: throws
   * `HamletError` if the game still waits for the seat.
   */
  async *turns({ reactions = true, after = 0, signal }: Turns = {}): AsyncGenerator<Turn, void, undefined> {
    const path = { game: this.id };
    const options = signal ? { signal } : {};
    const since = (version: number) => ({ path, query: { after: version, wait: WAIT } });
    let now: SeatTurn = await dataOf(this.api.GET("/v1/games/{game}/turn", { params: since(after), ...options }));
    let passed = -1; // The version at which the seat has not reacted.
    for (;;) {
      [this.latest, this.result] = [now, now.result ?? undefined];
      if (now.status === "finished") return;
      const { version, seat, to_act, moves } = now;
      const mustMove = to_act[0] === seat;
      if (version === passed || (to_act.includes(seat) && !(moves.length && (mustMove || reactions)))) {
        // The turn was not played. The next turn comes with another version.
        await this.refresh({ after: version, wait: WAIT }, signal);
      } else if (moves.length) {
        let next: SeatTurn | undefined;
        const play = async (move: Playable) => {
          const led = await this.played(version, move, signal);
          next = led ?? next;
          return led;
        };
        yield { ...now, mustMove, play } as Turn;
        after = version;
        if (next) {
          now = next;
          continue;
        }
        passed = version;
      }
      now = await dataOf(this.api.GET("/v1/games/{game}/turn", { params: since(after), ...options }));
      if (mustMove && now.version === passed && now.moves.length) throw new HamletError(`The turn at version ${passed} was not played.`);
    }
  }

  private async played(version: number, move: Playable, signal?: AbortSignal): Promise<SeatTurn | undefined> {
    const params = { path: { game: this.id }, query: { after: version, wait: WAIT }, header: { "If-Match": `"${version}"` } };
    try {
      const led = await dataOf(this.api.POST("/v1/games/{game}/turn", { params, body: bodyOf(move), ...(signal && { signal }) }));
      this.result = led.result ?? undefined;
      return led;
    } catch (error) {
      if (error instanceof Refused && PASSED.has(error.kind)) return undefined;
      throw error;
    }
  }

  /** Yield the events of every version once, then `game_over`. After a broken connection, continue at the same place. Throws `Unreachable`. */
  async *events(following: Following = {}): AsyncGenerator<Update | GameOver, void, undefined> {
    const params = { path: { game: this.id }, query: { after: following.after ?? 0 } };
    const open = async (last: string | undefined, signal: AbortSignal) => {
      const headers = { Accept: "text/event-stream", ...(last !== undefined && { "Last-Event-ID": last }) };
      return (await this.api.GET("/v1/games/{game}/events", { params, headers, signal, parseAs: "stream" })).response;
    };
    const poll = async (after: number) => {
      const { version, events = [], result } = await this.refresh({ include: ["events"], after, wait: WAIT }, following.signal);
      const updates: (Update | GameOver)[] = version > after ? [{ type: "events", version, events }] : [];
      return result ? [...updates, { type: "game_over" as const, version, result }] : updates;
    };
    for await (const update of follow(open, poll, { patience: this.hamlet.patience, ...following })) {
      if (update.type === "game_over") this.result = update.result;
      yield update;
    }
  }

  /** Make a move outside the loop. */
  async play(move: Playable): Promise<Played> {
    const played = await dataOf(this.api.POST("/v1/games/{game}/moves", { params: this.params, body: bodyOf(move) }));
    this.know(played.game);
    return played;
  }

  async moves(): Promise<readonly LegalMove[]> {
    return (await dataOf(this.api.GET("/v1/games/{game}/moves", { params: this.params }))).moves;
  }

  async undo(): Promise<Game> {
    return this.know((await dataOf(this.api.POST("/v1/games/{game}/undo", { params: this.params }))).game);
  }

  async replay(): Promise<Replay> {
    return dataOf(this.api.GET("/v1/games/{game}/replay", { params: this.params }));
  }

  /** Resign the seat. */
  async resign(seat: number): Promise<Played> {
    const params = { path: { game: this.id, seat } };
    const played = await dataOf(this.api.POST("/v1/games/{game}/seats/{seat}/resign", { params }));
    this.know(played.game);
    return played;
  }

  /** Give the seat back before the game begins. */
  async leave(seat: number): Promise<Game> {
    const params = { path: { game: this.id, seat } };
    return this.know(await dataOf(this.api.POST("/v1/games/{game}/seats/{seat}/leave", { params })));
  }

  /** Create or join another game with the same seats. */
  async rematch(player: NewRematch = {}): Promise<HamletGame> {
    return this.hamlet.joined(await dataOf(this.api.POST("/v1/games/{game}/rematch", { params: this.params, body: player })));
  }

  /** Return what an AI would do now in this seat, once it has decided. Throws `DecisionFailed`. */
  async hint(ai: AiLevel | HintRequest = {}, signal?: AbortSignal): Promise<Decision> {
    const body = typeof ai === "string" ? { level: ai } : ai;
    const asked = await dataOf(this.api.POST("/v1/games/{game}/hint", { params: this.params, body, ...(signal && { signal }) }));
    return this.hamlet.decided(asked, signal);
  }

  /** Return the review of a finished game, with a verdict on every decision, once it is complete. Throws `DecisionFailed`. */
  async review(judge: Review["level"] | ReviewRequest = {}, signal?: AbortSignal): Promise<Review> {
    const body = typeof judge === "string" ? { level: judge } : judge;
    const begun = await dataOf(this.api.POST("/v1/games/{game}/review", { params: this.params, body, ...(signal && { signal }) }));
    const { level, milliseconds } = begun;
    const query = { level, wait: WAIT, ...(milliseconds !== null && { milliseconds }) };
    const params = { ...this.params, query };
    return this.hamlet.done(begun, () => dataOf(this.api.GET("/v1/games/{game}/review", { params, ...(signal && { signal }) })));
  }

  private know(data: Game): Game {
    this.result = data.result ?? undefined;
    return (this.data = data);
  }

  private get params() {
    return { path: { game: this.id } };
  }
}

function bodyOf(move: Playable): PlayRequest {
  if (typeof move === "string") return { move_id: move };
  if (Array.isArray(move)) return { moves: move as Move[] };
  return "id" in move && "move" in move ? { move_id: move.id } : { move: move as Move };
}
