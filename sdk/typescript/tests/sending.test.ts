import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";

import { Hamlet, Unreachable } from "../src/index.js";
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

it("does not repeat other refusals", async () => {
  await expect(client.api.GET("/v1/games/{game}", { params: { path: { game: "none" } } })).rejects.toMatchObject({ status: 404 });
  expect(proxy.seen).toHaveLength(1);
});

it("gives up after its patience", async () => {
  const impatient = new Hamlet({ baseUrl: proxy.url, patience: 1 });
  proxy.judge = () => "refuse";
  const failure: unknown = await impatient.api.GET("/v1/rulesets").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unreachable);
  expect((failure as Unreachable).cause).toBeInstanceOf(Error);
  expect(proxy.seen.length).toBeGreaterThan(1);
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
