import { afterEach, beforeEach, expect, it } from "vitest";

import { dataOf, type Event, type EventList, Hamlet, Refused, Unreachable } from "../src/index.js";
import { Proxy } from "./proxy.js";

let proxy: Proxy;
let client: Hamlet;
beforeEach(async () => {
  proxy = await Proxy.open();
  client = new Hamlet({ baseUrl: proxy.url });
});
afterEach(() => proxy.close());

const AIS = { seats: [{ type: "ai", level: "easy" }, { type: "ai", level: "easy" }] } as const;
const game = async () => client.games.create("villagers", { seats: [...AIS.seats] });

it("resumes a stream that is cut twenty times, without gaps or repetitions", async () => {
  const { id } = await game();
  proxy.messages = 3;
  const [versions, changes]: [number[], boolean[]] = [[], []];
  const watched = client.games.open(id);
  for await (const update of watched.events({ connection: (connected) => changes.push(connected) })) {
    if (update.type === "events") versions.push(update.version);
    if (changes.filter((one) => !one).length >= 20) proxy.messages = Infinity;
  }
  const { version, result } = await watched.refresh();
  expect(changes.filter((one) => !one).length).toBeGreaterThanOrEqual(20);
  expect(versions).toEqual(Array.from({ length: version }, (_, at) => at + 1));
  expect(watched.result).toEqual(result);
  const lasts = proxy.seen.filter(({ path }) => path.includes("/events")).map(({ last }) => last);
  expect(lasts.slice(0, 4)).toEqual([undefined, "3", "6", "9"]);
});

it("gives up a stream that is silent, and begins where it is told", async () => {
  const { id } = await game();
  [proxy.messages, proxy.silent] = [2, true];
  const versions: number[] = [];
  for await (const update of client.games.open(id).events({ after: 4, silence: 1 })) {
    versions.push(update.version);
    if (versions.length === 5) break;
  }
  expect(versions).toEqual([5, 6, 7, 8, 9]);
});

it("comes back to a server that is away for a while", async () => {
  const { id } = await game();
  let times = 0;
  proxy.judge = ({ path }) => (path.includes("/events") && (times += 1) <= 4 ? "refuse" : "pass");
  for await (const update of client.games.open(id).events()) {
    expect(update.version).toBe(1);
    break;
  }
  expect(times).toBe(5);
});

it("polls where no stream is free, and misses and repeats nothing", async () => {
  const { id } = await game();
  proxy.judge = ({ path }) => (path.includes("/events") ? { status: 503, headers: { "Retry-After": "5" } } : "pass");
  const [events, changes]: [Event[], boolean[]] = [[], []];
  const watched = client.games.open(id);
  for await (const update of watched.events({ connection: (connected) => changes.push(connected) })) {
    if (update.type === "events") events.push(...update.events);
  }
  proxy.judge = () => "pass";
  const all = (await dataOf(client.api.GET("/v1/games/{game}/events", { params: { path: { game: id } } }))) as EventList;
  expect(events.map(({ text }) => text)).toEqual(all.events.map(({ text }) => text));
  expect(watched.result?.scores).toHaveLength(2);
  expect(changes).toEqual([]);
});

it("gives up a server that does not answer after its patience", async () => {
  proxy.judge = () => "refuse";
  const impatient = new Hamlet({ baseUrl: proxy.url, patience: 1 });
  await expect(impatient.games.open("any").events().next()).rejects.toBeInstanceOf(Unreachable);
  proxy.judge = () => ({ status: 503 });
  await expect(impatient.games.open("any").events().next()).rejects.toMatchObject({ status: 503 });
});

it("uses the patience of the call, not that of the client", async () => {
  const { id } = await game();
  const impatient = new Hamlet({ baseUrl: proxy.url, patience: 0 });
  let times = 0;
  proxy.judge = ({ path }) => (path.includes("/events") && (times += 1) <= 2 ? "refuse" : "pass");
  const first = await impatient.games.open(id).events({ patience: Infinity }).next();
  expect(first.value?.version).toBe(1);
});

it("throws for a game that does not exist", async () => {
  const refused: unknown = await client.games.open("00nosuchgame00000000").events().next().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 404, kind: "not-found" });
});
