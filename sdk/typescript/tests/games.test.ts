import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { dataOf, type Event, type EventList, Hamlet, type HamletGame, Refused, type Turn, Unreachable } from "../src/index.js";
import { Proxy, STACK } from "./proxy.js";

const AI = { type: "ai", level: "greedy" } as const;
const HUMAN = { type: "human" } as const;
const RULESETS = ["villagers", "my_village"] as const;
const SEED = "the typescript sdk";

let proxy: Proxy;
let client: Hamlet;
beforeAll(async () => {
  proxy = await Proxy.open();
  client = new Hamlet({ baseUrl: proxy.url });
});
afterEach(() => {
  proxy.judge = () => "pass";
  proxy.lead = (path) => path;
  proxy.change = (document) => document;
  proxy.seen.length = 0;
});
afterAll(() => proxy.close());

interface PlayedGame {
  readonly events: readonly Event[];
  readonly turns: readonly number[];
  readonly moves: number;
}

/** Always the first move, to the end. */
async function played(game: HamletGame): Promise<PlayedGame> {
  const [events, turns]: [Event[], number[]] = [[], []];
  let moves = 0;
  for await (const turn of game.turns()) {
    turns.push(turn.version);
    events.push(...turn.events);
    if (await turn.play(turn.moves[0] ?? "")) moves += 1;
  }
  return { events: [...events, ...(game.latest?.events ?? [])], turns, moves };
}

/** What of an event does not depend on when it is asked for: `about` leads to where things lie now. */
function lasting({ about: _, ...event }: Event): unknown {
  return event;
}

/** The game's turns as the server tells them: all events, and the moves of seat 0. */
async function told(game: HamletGame) {
  const direct = new Hamlet({ baseUrl: STACK }).games.open(game.id, game.token);
  const { events } = (await dataOf(direct.api.GET("/v1/games/{game}/events", { params: { path: { game: game.id } } }))) as EventList;
  const { moves } = await direct.replay();
  return { events, moves: moves.filter((one) => one.seat === 0).length };
}

async function nothingMissed(game: HamletGame, found: PlayedGame): Promise<void> {
  const expected = await told(game);
  expect(game.result?.scores).toHaveLength(2);
  expect(found.moves).toBeGreaterThan(10);
  expect(found.moves).toBe(expected.moves);
  expect(found.events.map(lasting)).toEqual(expected.events.map(lasting));
  expect(found.turns).toEqual([...new Set(found.turns)].sort((one, other) => one - other));
}

it.each(RULESETS)("plays a whole game of %s, and misses and repeats nothing", async (ruleset) => {
  const game = await client.games.create(ruleset, { seats: [HUMAN, AI], seed: SEED });
  await nothingMissed(game, await played(game));
});

it("plays a whole game where no answer is held", async () => {
  proxy.lead = (path) => path.replace("wait=20", "wait=0");
  const game = await client.games.create("my_village", { seats: [HUMAN, AI], seed: SEED });
  await nothingMissed(game, await played(game));
});

it("plays on where every first answer is lost, and makes nothing twice", async () => {
  const ways = ["lose", "half", "refuse"] as const;
  let lost = 0;
  proxy.judge = ({ method, again }) => (method === "POST" && !again ? (ways[lost++ % 3] ?? "pass") : "pass");
  const name = `Ada ${Date.now()}`;
  const game = await client.games.create("my_village", { seats: [{ ...HUMAN, name }, { type: "open" }], public: true });
  const made = [];
  for await (const one of client.games.list({ status: "waiting" })) if (one.host_name === name) made.push(one.id);
  expect(made).toEqual([game.id]);
  const eve = await client.games.join(game.id, 1, { name: "Eve" });
  expect(eve.token).toMatch(/./);
  await dataOf(eve.api.POST("/v1/games/{game}/seats/{seat}", { params: { path: { game: game.id, seat: 1 } } }));

  const other = await client.games.create("my_village", { seats: [HUMAN, AI], seed: SEED });
  await nothingMissed(other, await played(other));
  const posts = proxy.seen.filter(({ method }) => method === "POST");
  expect(posts.every(({ key }) => (key?.length ?? 0) >= 16)).toBe(true);
  expect(posts.filter(({ again }) => again).length).toBe(posts.length / 2);
});

it("does not send again what the server cannot recognize", async () => {
  const game = await client.games.create("villagers", { seats: [HUMAN, { type: "open" }] });
  proxy.seen.length = 0;
  proxy.judge = () => "lose";
  const params = { path: { game: game.id } };
  await expect(client.as(game.hostToken).POST("/v1/games/{game}/invitations", { params, body: {} })).rejects.toThrow(Unreachable);
  expect(proxy.seen).toHaveLength(1);
  proxy.judge = () => "pass";
  const { invitations } = await dataOf(client.as(game.hostToken).GET("/v1/games/{game}/invitations", { params }));
  expect(invitations).toHaveLength(1);
});

it("plays three seats of one game, which may react in each other's turns", async () => {
  const seats = [HUMAN, HUMAN, HUMAN];
  // With this seed and these moves somebody may play the Courier in others' turns, and may be late.
  const game = await client.games.create("villagers", { seats, seed: "r2", options: { expansions: ["scoundrels"] } });
  let accepted = 0;
  async function play(seat: number): Promise<void> {
    for await (const { version, mustMove, moves, play } of game.seat(seat).turns()) {
      if (await play(moves[mustMove ? (version * 7919 + 2) % moves.length : 0] ?? "")) accepted += 1;
    }
  }
  await Promise.all([play(0), play(1), play(2)]);
  expect(accepted).toBe((await game.replay()).moves.length);
  expect((await game.refresh()).result?.scores).toHaveLength(3);
});

it("takes a reaction that was declined or refused for none", async () => {
  const seats = [HUMAN, HUMAN, HUMAN];
  const game = await client.games.create("villagers", { seats, seed: "r2", options: { expansions: ["scoundrels"] } });
  const reactions = new Map<string, number>();
  async function play(seat: number): Promise<void> {
    for await (const { version, mustMove, moves, play } of game.seat(seat).turns()) {
      if (mustMove) await play(moves[(version * 7919 + 2) % moves.length] ?? "");
      else {
        const one = `${seat} at ${version}`;
        reactions.set(one, (reactions.get(one) ?? 0) + 1);
        if (version % 2) await play({ type: "end_turn" } as never).catch(() => undefined);
      }
    }
  }
  await Promise.all([play(0), play(1), play(2)]);
  expect(reactions.size).toBeGreaterThan(1);
  expect([...reactions.values()].every((times) => times === 1)).toBe(true);
});

it("knows that a turn has passed, and brings the next one", async () => {
  const game = await client.games.create("my_village", { seats: [HUMAN, AI], seed: SEED });
  const versions: number[] = [];
  for await (const turn of game.turns()) {
    versions.push(turn.version);
    if (versions.length === 1) {
      await game.play(turn.moves[0] ?? ""); // Behind the loop's back.
      expect(await turn.play(turn.moves[0] ?? "")).toBeUndefined();
    } else break;
  }
  expect(versions[1]).toBeGreaterThan(versions[0] ?? 0);
});

it("takes a turn for played that was played behind its back", async () => {
  const game = await client.games.create("my_village", { seats: [HUMAN, AI], seed: SEED });
  const turns = game.turns();
  const first = (await turns.next()).value;
  await game.play(first?.moves[0] ?? "");
  expect((await turns.next()).value?.version).toBeGreaterThan(first?.version ?? 0);
});

it("refuses to go on from a turn that was not played", async () => {
  const game = await client.games.create("my_village", { seats: [HUMAN, AI], seed: SEED });
  const turns = game.turns();
  const version = (await turns.next()).value?.version;
  await expect(turns.next()).rejects.toThrow(`The turn at version ${version} was not played.`);
});

it("lets a refused move be followed by another one, but by no other turn", async () => {
  const game = await client.games.create("villagers", { seats: [HUMAN, AI], seed: SEED, options: { first_player: "0" } });
  const versions: number[] = [];
  const play = async () => {
    for await (const turn of game.turns()) {
      versions.push(turn.version);
      const refusal: unknown = await turn.play({ type: "draft_reserve" }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refused);
      expect(refusal).toMatchObject({ status: 422, kind: "illegal-move", type: "/problems/illegal-move" });
      expect((refusal as Refused).rule).toMatch(/^[A-Z]+-\d+$/);
      expect((refusal as Refused).requestId).toBeTruthy();
      if (versions.length === 1) await turn.play(turn.moves[0] ?? "");
    }
  };
  await expect(play()).rejects.toThrow("was not played");
  expect(versions).toHaveLength(2);
  expect(versions[1]).toBeGreaterThan(versions[0] ?? 0);
});

it("takes moves in all forms", async () => {
  const game = await client.games.create("villagers", { seats: [HUMAN], seed: SEED });
  const forms = [(turn: Turn) => turn.moves[0]?.move, (turn: Turn) => turn.moves[0]?.id, (turn: Turn) => [turn.moves[0]?.move]];
  for await (const turn of game.turns()) {
    const form = forms.shift();
    if (!form) break;
    expect(await turn.play(form(turn) as never)).toMatchObject({ seat: 0 });
  }
  expect(forms).toHaveLength(0);
});

it("knows the result after the last move, with and without the loop", async () => {
  const game = await client.games.create("villagers", { seats: [HUMAN], seed: SEED });
  while (!game.result) await game.play((await game.moves())[0] ?? "");
  expect(game.data?.status).toBe("finished");
  const other = await client.games.create("villagers", { seats: [HUMAN], seed: SEED });
  let last;
  for await (const turn of other.turns()) {
    await turn.play(turn.moves[0] ?? "");
    last = other.result;
  }
  expect(last).toEqual(game.result);
});

it("stops waiting when its signal aborts", async () => {
  const game = await client.games.create("villagers", { seats: [HUMAN, HUMAN], options: { first_player: "1" } });
  const stop = new AbortController();
  const waiting = game.turns({ signal: stop.signal }).next();
  const listening = game.events({ signal: stop.signal }).next();
  proxy.judge = (seen) => (seen.path.includes("/turn") ? "lose" : "pass");
  setTimeout(() => stop.abort(new Error("enough")), 200);
  await expect(waiting).rejects.toThrow("enough");
  await expect(listening).rejects.toThrow("enough");
});

it("gives hints, decisions and reviews", async () => {
  const game = await client.games.create("villagers", { seats: [HUMAN, AI], options: { first_player: "0" } });
  const hint = await game.hint("greedy");
  expect(hint.candidates.length).toBeGreaterThan(0);
  expect(await game.hint({ rating: 800 })).toMatchObject({ status: "done", rating: 800 });
  const { view } = await game.refresh();
  if (view?.ruleset !== "villagers") throw new Error("it is a game of Villagers");
  const decision = await client.decide({ ruleset: "villagers", seat: 0, view, level: "greedy" });
  expect(decision.move).toEqual(hint.move);
  await game.resign(0);
  const review = await game.review("medium");
  expect(review).toMatchObject({ game: game.id, status: "done" });
  expect((await game.refresh()).result).toEqual(game.result);
});

it("reviews a game that only its players may watch", async () => {
  const game = await client.games.create("villagers", { seats: [HUMAN, AI], watch: "players" });
  await game.resign(0);
  expect(game.result).toBeDefined();
  expect(await game.review({ level: "medium", milliseconds: 10 })).toMatchObject({ game: game.id, status: "done", milliseconds: 10 });
});

it("leaves a waiting game, and plays again", async () => {
  const waiting = await client.games.create("my_village", { seats: [HUMAN, { type: "open" }, { type: "open" }] });
  const joined = await client.games.join(waiting.id, 1, { name: "Eve" }, waiting.hostToken);
  expect(Object.keys(joined.tokens)).toEqual(["1"]);
  const left = await joined.leave(1);
  expect(left.seats.map(({ status }) => status)).toEqual(["taken", "open", "open"]);
  const game = await client.games.create("my_village", { seats: [HUMAN, AI] });
  await game.resign(0);
  const again = await game.rematch();
  expect(again.id).toBe((await game.refresh()).rematch);
  expect(Object.keys(again.tokens)).toHaveLength(1);
});

it("reads many decisions as they come", async () => {
  const one = { ruleset: "villagers", position: "villagers phase=build seats=[() ()]", seat: 0, level: "greedy" };
  const headers = { "Content-Type": "application/x-ndjson" };
  const body = [one, one, one].map((line) => `${JSON.stringify(line)}\n`).join("") as never;
  const { data } = await client.api.POST("/v1/decisions", { body, headers, bodySerializer: String, parseAs: "text" });
  const lines = String(data).trim().split("\n").map((line) => JSON.parse(line) as { move: unknown });
  expect(lines.map(({ move }) => typeof move)).toEqual(["object", "object", "object"]);
});

it("plays on a server that knows more than it", async () => {
  const news = { type: "comet_seen", seat: 0, text: "A comet!", about: [], tail: { length: 3 } };
  const teleport = { id: "9-999999999999", label: "Teleport", about: [], move: { type: "teleport", to: "moon" }, cost: 1 };
  // Every object has a new field; lists of events and of moves have one of a new type; seats have a new status and type.
  const grown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grown);
    if (typeof value !== "object" || value === null) return value;
    const more = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, grown(one)]));
    if (Array.isArray(more["events"])) more["events"].push(news);
    if (Array.isArray(more["moves"]) && more["status"] === "active") more["moves"].push(teleport);
    if ("level" in more && "status" in more) Object.assign(more, { status: "meditating", type: "android" });
    return { ...more, x_new: { added: [1, null, "later"] } };
  };
  proxy.change = grown;
  const game = await client.games.create("villagers", { seats: [HUMAN, AI], seed: SEED });
  expect(game.data).toMatchObject({ x_new: { added: [1, null, "later"] }, seats: [{ status: "meditating", type: "android" }, {}] });
  const stream = (async () => {
    const seen = [];
    for await (const update of client.games.open(game.id, game.token).events()) if (update.type === "events") seen.push(...update.events);
    return seen;
  })();
  const kinds = new Set<string>();
  let problems = 0;
  for await (const turn of game.turns()) {
    for (const event of turn.events) kinds.add(event.type);
    expect(turn.moves.at(-1)).toMatchObject({ label: "Teleport" });
    if (!problems) proxy.judge = ({ method }) => (method === "POST" ? { status: 418, body: { type: "/problems/brand-new", status: 418, brew: "tea" } } : "pass");
    try {
      await turn.play(turn.moves[0] ?? "");
    } catch (error) {
      expect(error).toMatchObject({ status: 418, kind: "brand-new", document: { brew: "tea" } });
      problems += 1;
      proxy.judge = () => "pass";
      await turn.play(turn.moves[0] ?? "");
    }
  }
  expect(problems).toBe(1);
  expect(game.result?.scores).toHaveLength(2);
  expect(kinds.has("comet_seen")).toBe(true);
  const plain = (await told(game)).events;
  expect((await stream).filter((event) => (event.type as string) !== "comet_seen")).toHaveLength(plain.length);
});
