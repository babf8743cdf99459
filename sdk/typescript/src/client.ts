/** The client of a server. */

import createClient, { type Client } from "openapi-fetch";

import type { Accept, Claim, Decision, GameList, JoinedGame, NewDecision, NewGame, paths, Problem } from "./contract.js";
import { DecisionFailed, Refused, Unreachable } from "./errors.js";
import { HamletGame } from "./game.js";
import { AGAIN, Backoff, sender, sleep } from "./sending.js";

/** The highest number of requests that `decideMany` sends in one call. */
const LINES = 250;

/** Every operation of the contract, typed (https://openapi-ts.dev/openapi-fetch). Calls are retried, wait for limits, and throw `Refused`. */
export type Api = Client<paths>;

export interface HamletOptions {
  readonly baseUrl: string;
  /** Needed only if the server requires a key. Keep it out of web pages. */
  readonly apiKey?: string | undefined;
  /** The language of texts, as in `Accept-Language`. Default: the language of the server. */
  readonly lang?: string | (() => string);
  /** How long a request is retried, in seconds. Default: 90. */
  readonly patience?: number;
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

type Listing = NonNullable<paths["/v1/games"]["get"]["parameters"]["query"]>;

/** The answer to one of many requests: a decision, or the problem of a refused request. */
export type DecisionAnswer =
  | (Decision & { readonly problem?: undefined })
  | ({ readonly problem: Problem } & { readonly [field in keyof Decision]?: undefined });

export class Hamlet {
  /** Every operation of the contract, with the API key. */
  readonly api: Api;
  /** How long a request is retried, in seconds. */
  readonly patience: number;
  private readonly send: (request: Request) => Promise<Response>;

  constructor(private readonly options: HamletOptions) {
    this.patience = options.patience ?? 90;
    this.send = sender({ patience: this.patience, fetch: options.fetch ?? ((request) => fetch(request)) });
    this.api = this.client({});
  }

  /** Every operation of the contract, with the API key and the token of a seat or a host. */
  as(token?: string): Api {
    return token === undefined ? this.api : this.client({ Authorization: `Bearer ${token}` });
  }

  private client(token: Record<string, string>): Api {
    const { apiKey, baseUrl, lang } = this.options;
    const headers = { ...(apiKey !== undefined && { "Hamlet-Api-Key": apiKey }), ...token };
    const client = createClient<paths>({ baseUrl, headers, fetch: this.send });
    client.use({
      onRequest: ({ request }) => {
        if (lang !== undefined) request.headers.set("Accept-Language", typeof lang === "string" ? lang : lang());
        return request;
      },
    });
    return client;
  }

  readonly games = {
    /** Create a game. Returns it for its first human seat. Repeated with the same `idempotencyKey` within a day, it returns the same game. */
    create: async <R extends NewGame["ruleset"]>(
      ruleset: R,
      game: Omit<Extract<NewGame, { ruleset: R }>, "ruleset">,
      { idempotencyKey }: { readonly idempotencyKey?: string } = {},
    ): Promise<HamletGame> => {
      const header = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
      const body = { ...game, ruleset } as unknown as NewGame;
      return this.joined(await dataOf(this.api.POST("/v1/games", { body, params: { header } })));
    },
    /** Return an existing game; without a token, as a spectator. Sends nothing. */
    open: (id: string, token?: string): HamletGame => new HamletGame(this, id, token),
    /** Take an open seat; without an invitation, by the host's token. With the seat's own token, return to a seat that is away. */
    join: async (game: string, seat: number, claim: Claim = {}, token?: string): Promise<HamletGame> =>
      this.joined(await dataOf(this.as(token).POST("/v1/games/{game}/seats/{seat}", { params: { path: { game, seat } }, body: claim }))),
    /** Take a seat by an invitation. */
    accept: async (code: string, accept: Accept = {}): Promise<HamletGame> =>
      this.joined(await dataOf(this.api.POST("/v1/invitations/{code}", { params: { path: { code } }, body: accept }))),
    /** Yield summaries of games, from all pages. */
    list: (query: Listing = {}) => this.list(query),
  };

  /** Return a game for the first of the seats just taken. */
  joined(data: JoinedGame): HamletGame {
    return new HamletGame(this, data.id, Object.values(data.tokens)[0], data);
  }

  private async *list(query: Listing) {
    for (let cursor: string | null | undefined = query.cursor; cursor !== null; ) {
      const page: GameList = await dataOf(this.api.GET("/v1/games", { params: { query: { ...query, ...(cursor !== undefined && { cursor }) } } }));
      yield* page.games;
      cursor = page.next_cursor;
    }
  }

  /** Return what an AI would do with the view of a seat, once it has decided. Throws `DecisionFailed`. */
  async decide(body: NewDecision, signal?: AbortSignal): Promise<Decision> {
    return this.decided((await dataOf(this.api.POST("/v1/decisions", { body, ...(signal && { signal }) }))) as Decision, signal);
  }

  /**
   * Yield the answers to many requests, each as soon as it arrives, in the order of the requests. An answer is a decision, whose `status` may
   * be `failed`, or the problem of a refused request. If the connection breaks, only requests without an answer are sent again.
   * Throws `Refused` and `Unreachable`.
   */
  async *decideMany(
    requests: Iterable<NewDecision> | AsyncIterable<NewDecision>,
    signal?: AbortSignal,
  ): AsyncGenerator<DecisionAnswer, void, undefined> {
    const source = Symbol.asyncIterator in requests ? requests[Symbol.asyncIterator]() : requests[Symbol.iterator]();
    try {
      yield* this.answers(source, signal);
    } finally {
      await source.return?.();
    }
  }

  private async *answers(
    source: Iterator<NewDecision> | AsyncIterator<NewDecision>,
    signal?: AbortSignal,
  ): AsyncGenerator<DecisionAnswer, void, undefined> {
    const [left, backoff, patience] = [[] as string[], new Backoff(), this.patience * 1000];
    for (let answered = Date.now(); ; ) {
      for (let next; left.length < LINES && !(next = await source.next()).done; ) left.push(JSON.stringify(next.value));
      if (!left.length) return;
      let failure: unknown = new Error("Answers are missing.");
      const cut = new AbortController();
      const answers = this.linesOf(left, signal ? AbortSignal.any([signal, cut.signal]) : cut.signal);
      try {
        for (;;) {
          const answer = await answers.next().catch((error: unknown) => ((failure = error), undefined));
          if (answer === undefined || answer.done) break;
          left.shift();
          backoff.reset();
          yield answer.value;
          // The time that the reader spends on an answer does not count.
          answered = Date.now();
        }
      } finally {
        // The reader may have left in the middle.
        cut.abort();
      }
      if (!left.length) continue;
      const refused = failure instanceof Refused ? failure : undefined;
      if (signal?.aborted || (refused && !AGAIN.has(refused.status))) throw failure;
      const wait = backoff.next(refused?.retryAfter);
      if (Date.now() + wait * 1000 - answered > patience) throw refused ?? new Unreachable("The answers were cut.", { cause: failure });
      await sleep(wait, signal);
    }
  }

  /** Send lines, and yield the answers as they come. */
  private async *linesOf(lines: readonly string[], signal: AbortSignal): AsyncGenerator<DecisionAnswer, void> {
    const { response } = await this.api.POST("/v1/decisions", {
      body: lines as unknown as NewDecision,
      bodySerializer: () => lines.join("\n"),
      headers: { "Content-Type": "application/x-ndjson" },
      parseAs: "stream",
      signal,
    });
    const reader = (response.body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    // Not every browser can iterate over a stream.
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const whole = (rest + part.value).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) yield JSON.parse(line) as DecisionAnswer;
    }
  }

  /** Wait for a decision. */
  async decided(asked: Decision, signal?: AbortSignal): Promise<Decision> {
    const params = { path: { decision: asked.id }, query: { wait: 20 } };
    return this.done(asked, () => dataOf(this.api.GET("/v1/decisions/{decision}", { params, ...(signal && { signal }) })));
  }

  /** Poll until it is done. Throws `DecisionFailed`. */
  async done<T extends { readonly id: string; readonly status: string }>(begun: T, look: () => Promise<T>): Promise<T> {
    for (let one = begun; ; one = await look()) {
      if (one.status === "failed") throw new DecisionFailed(one);
      if (one.status === "done") return one;
    }
  }
}

/** Return the body of an answer. A problem would have been thrown earlier. */
export async function dataOf<T>(answer: Promise<{ readonly data?: T }>): Promise<NonNullable<T>> {
  return (await answer).data as NonNullable<T>;
}
