import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Hamlet, Refused, Unreachable } from "../src/index.js";
import { REPEATABLE } from "../src/sending.js";
import { Proxy, type Verdict } from "./proxy.js";

let proxy: Proxy;
let client: Hamlet;
beforeEach(async () => {
  proxy = await Proxy.open();
  client = new Hamlet({ baseUrl: proxy.url, patience: 20 });
});
afterEach(() => proxy.close());

/** The proxy judges the requests so, one by one, then lets them pass. */
function judged(...verdicts: Verdict[]): void {
  proxy.judge = () => verdicts.shift() ?? "pass";
}

/** How long after the request before it each one came, in seconds. Timers may be early by a millisecond. */
function pauses(): number[] {
  return proxy.seen.slice(1).map(({ at }, before) => (at + 2 - (proxy.seen[before]?.at ?? 0)) / 1000);
}

const limited = (seconds: string) => ({ status: 429, headers: { "Retry-After": seconds }, body: { type: "/problems/too-many-requests" } });

it("tries again what has met a gateway or a cut connection", async () => {
  judged({ status: 502 }, { status: 504 }, { status: 503 }, "refuse", "half");
  const { data } = await client.api.GET("/v1/rulesets");
  expect(data?.rulesets.length).toBeGreaterThan(1);
  expect(proxy.seen).toHaveLength(6);
});

it("waits as long as a limit says", async () => {
  judged(limited("1"), limited("2"));
  await client.api.POST("/v1/games/{game}/invitations", { params: { path: { game: "none" } }, body: {} }).catch(() => undefined);
  expect(proxy.seen).toHaveLength(3);
  expect(pauses()[0]).toBeGreaterThanOrEqual(1);
  expect(pauses()[1]).toBeGreaterThanOrEqual(2);
});

it("says when to return where that is too long", async () => {
  judged(limited("3600"));
  await expect(client.api.GET("/v1/rulesets")).rejects.toMatchObject({ status: 429, retryAfter: 3600, kind: "too-many-requests" });
  expect(proxy.seen).toHaveLength(1);
});

it("sends nothing while nothing is left, and other kinds of requests meanwhile", async () => {
  judged({ status: 200, headers: { RateLimit: '"calls";r=0;t=2, "time";r=29000;t=2' }, body: { games: [], next_cursor: null } });
  await client.api.GET("/v1/games");
  await client.api.GET("/v1/rulesets");
  await client.api.GET("/v1/games");
  expect(proxy.seen.map(({ path }) => path)).toEqual(["/v1/games", "/v1/rulesets", "/v1/games"]);
  expect((proxy.seen[2]?.at ?? 0) + 2 - (proxy.seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(2000);
});

it("keeps the limits of each token apart", async () => {
  judged({ status: 200, headers: { RateLimit: '"calls";r=0;t=2' }, body: { games: [], next_cursor: null } });
  const [one, other] = [client.as("one"), client.as("other")];
  await one.GET("/v1/games");
  const waiting = one.GET("/v1/games", { params: { query: { status: "waiting" } } });
  await other.GET("/v1/games", { params: { query: { status: "active" } } });
  await waiting;
  expect(proxy.seen.map(({ path }) => path)).toEqual(["/v1/games", "/v1/games?status=active", "/v1/games?status=waiting"]);
});

it("sends anything again that has found no connection", async () => {
  const closed = await Proxy.open();
  const { url } = closed;
  closed.close();
  let times = 0;
  const returning = new Hamlet({ baseUrl: proxy.url, patience: 20, fetch: (request) => fetch(times++ ? request : new Request(url, request)) });
  const invited = returning.as("token").POST("/v1/games/{game}/invitations", { params: { path: { game: "none" } }, body: {} });
  await expect(invited).rejects.toBeInstanceOf(Refused);
  expect([times, proxy.seen.length]).toEqual([2, 1]);
});

it("does not repeat other refusals", async () => {
  await expect(client.api.GET("/v1/games/{game}", { params: { path: { game: "none" } } })).rejects.toMatchObject({ status: 404 });
  expect(proxy.seen).toHaveLength(1);
});

it("says what is wrong in a refused request, and why a decision has failed", async () => {
  const refusal: unknown = await client.decide({ ...position(3), level: "odd" as "easy" }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 422, message: expect.stringMatching(/^The request .* level: /) });
  expect((refusal as Refused).detail).not.toContain("level");
  judged({ status: 200, body: { id: "d", status: "failed", failure: "worker_lost" } });
  await expect(client.decide(position(3))).rejects.toThrow("worker_lost");
});

it("gives up after its patience", async () => {
  const impatient = new Hamlet({ baseUrl: proxy.url, patience: 1 });
  proxy.judge = () => "refuse";
  const failure: unknown = await impatient.api.GET("/v1/rulesets").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unreachable);
  expect((failure as Unreachable).cause).toBeInstanceOf(Error);
  expect(proxy.seen.length).toBeGreaterThan(1);
});

it("sends the API key with a token, too", async () => {
  const sent: (string | null)[][] = [];
  const fetch = ({ headers }: Request) => (sent.push([headers.get("Hamlet-Api-Key"), headers.get("Authorization")]), Promise.resolve(Response.json({})));
  const keyed = new Hamlet({ baseUrl: proxy.url, apiKey: "key", fetch });
  await keyed.api.GET("/v1/rulesets");
  await keyed.as("token").GET("/v1/rulesets");
  expect(sent).toEqual([["key", null], ["key", "Bearer token"]]);
});

it("answers in the client's language", async () => {
  let lang = "de";
  const speaking = new Hamlet({ baseUrl: proxy.url, lang: () => lang });
  const title = async () => speaking.api.GET("/v1/games/{game}", { params: { path: { game: "none" } } }).catch((error: Error) => error.message);
  const german = await title();
  lang = "en";
  expect(await title()).not.toBe(german);
});

// As the server's tests hold: these read, compute, or make the same thing again.
const HARMLESS = /\/(positions\/\w+|games\/import|reviews|review|rematch)$/;

it("repeats exactly those POSTs that the contract lets it repeat", () => {
  const contract = JSON.parse(readFileSync(new URL("../../../openapi/openapi.json", import.meta.url), "utf8")) as {
    paths: Record<string, { post?: { parameters?: { name?: string }[] } }>;
  };
  const posts = Object.entries(contract.paths).flatMap(([path, { post }]) => (post ? [{ path, keyed: post.parameters?.some(({ name }) => name === "Idempotency-Key") ?? false }] : []));
  expect(posts.length).toBeGreaterThanOrEqual(20);
  for (const { path, keyed } of posts) {
    const called = path.replace("{seat}", "0").replace(/\{\w+\}/g, "x");
    expect(REPEATABLE.test(called), `POST ${path}: see REPEATABLE in src/sending.ts`).toBe(keyed || HARMLESS.test(called));
  }
});

const position = (gold: number) => ({ ruleset: "villagers" as const, seat: 0, level: "random" as const, position: `villagers phase=build seats=[(hand=[cooper] gold=${gold}) ()]` });

it("answers many requests for decisions over cut connections", async () => {
  judged(limited("1"), "refuse", { status: 503 }, "half");
  const answers = [];
  for await (const answer of client.decideMany([position(3), position(5), { ...position(0), position: "nonsense" }, position(8)])) answers.push(answer);
  expect(answers.map((one) => one.problem?.status ?? one.status)).toEqual(["done", "done", 422, "done"]);
  expect(pauses()[0]).toBeGreaterThanOrEqual(1);
  expect(proxy.seen.length).toBeGreaterThanOrEqual(5);
});

it("takes requests as they come, and throws what cannot be mended", async () => {
  async function* some() {
    for (const gold of [3, 5]) yield await Promise.resolve(position(gold));
  }
  let number = 0;
  for await (const answer of client.decideMany(some())) number += answer.move ? 1 : 0;
  expect(number).toBe(2);
  judged({ status: 401, body: { type: "/problems/api-key-needed" } });
  await expect(client.decideMany([position(3)]).next()).rejects.toMatchObject({ kind: "api-key-needed" });
  proxy.judge = () => "refuse";
  await expect(new Hamlet({ baseUrl: proxy.url, patience: 1 }).decideMany([position(3)]).next()).rejects.toBeInstanceOf(Unreachable);
});

/** Return an answer with this number of decisions. Then the server sends nothing more, or the connection breaks. */
function begun(number: number, then: "silent" | "broken"): Response {
  const lines = new TextEncoder().encode('{"status":"done"}\n'.repeat(number));
  const pull = (stream: ReadableStreamDefaultController) => (then === "broken" ? stream.error(new Error("cut")) : new Promise<void>(() => undefined));
  return new Response(new ReadableStream({ start: (stream) => stream.enqueue(lines), pull }, { highWaterMark: 0 }));
}

it("ends a call for decisions that its reader leaves", async () => {
  const calls: Request[] = [];
  const fetch = (request: Request) => (calls.push(request), Promise.resolve(begun(1, "silent")));
  let closed = false;
  function* endless() {
    try {
      for (;;) yield position(3);
    } finally {
      closed = true;
    }
  }
  for await (const _ of new Hamlet({ baseUrl: proxy.url, fetch }).decideMany(endless())) break;
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(closed).toBe(true);
});

it("does not take the time of its reader for silence of the server", async () => {
  const calls: Request[] = [];
  const fetch = (request: Request) => (calls.push(request), Promise.resolve(begun(1, "broken")));
  let number = 0;
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    for await (const _ of new Hamlet({ baseUrl: proxy.url, fetch }).decideMany([position(3), position(5)])) {
      number += 1;
      vi.setSystemTime(Date.now() + 3_600_000);
    }
  } finally {
    vi.useRealTimers();
  }
  expect([number, calls.length]).toEqual([2, 2]);
});

it("aborts decisions, hints and reviews from the first request on", async () => {
  const stop = AbortSignal.abort(new Error("enough"));
  const game = client.games.open("any");
  const calls = await Promise.allSettled([client.decide(position(3), stop), game.hint("easy", stop), game.review("medium", stop)]);
  expect(calls).toMatchObject([1, 2, 3].map(() => ({ status: "rejected", reason: new Error("enough") })));
  expect(proxy.seen).toHaveLength(0);
});

it("creates one game under a key of the caller's own", async () => {
  const game = { seats: [{ type: "human" as const }, { type: "human" as const }] };
  const key = { idempotencyKey: `order ${Math.random()} of a backend` };
  const [first, again] = [await client.games.create("villagers", game, key), await client.games.create("villagers", game, key)];
  expect([again.id, again.token]).toEqual([first.id, first.token]);
  expect((await client.games.create("villagers", game)).id).not.toBe(first.id);
});
