import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

import { Hamlet, verify, WebhookInvalid } from "../src/index.js";
import { STACK } from "./proxy.js";

interface Received {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const PORT = Number(process.env["HAMLET_RECEIVER_PORT"]);
const OTHER = `whsec_${btoa("another secret, just as long as it")}`;
let server: Server;
let [secret, received]: [string, Received] = ["", { body: "", headers: {} }];

/** A notice of the stack itself. */
beforeAll(async () => {
  const came = new Promise<Received>((resolve) => {
    server = createServer((request, response) => {
      void request.toArray().then((parts: Buffer[]) => {
        response.writeHead(204).end();
        resolve({ body: Buffer.concat(parts).toString(), headers: request.headers });
      });
    }).listen(PORT, "127.0.0.1");
  });
  const client = new Hamlet({ baseUrl: STACK });
  const game = await client.games.create("villagers", { seats: [{ type: "human" }], webhook: { url: `http://127.0.0.1:${PORT}/hook` } });
  secret = (game.data as { webhook?: { secret?: string } }).webhook?.secret ?? "";
  received = await came;
});
afterEach(() => vi.useRealTimers());
afterAll(() => server.close());

it("returns a notice that the server has signed", async () => {
  const { body, headers } = received;
  expect(await verify(body, headers, secret)).toMatchObject({ type: expect.any(String), data: { version: 0 } });
  const edge = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
  expect(await verify(new TextEncoder().encode(body), edge, secret)).toMatchObject({ data: { version: 0 } });
});

it("refuses everything else", async () => {
  const { body, headers } = received;
  await expect(verify(`${body} `, headers, secret)).rejects.toThrow(WebhookInvalid);
  await expect(verify(body, headers, OTHER)).rejects.toThrow(WebhookInvalid);
  await expect(verify(body, { ...headers, "webhook-id": "msg_other" }, secret)).rejects.toThrow(WebhookInvalid);
  await expect(verify(body, { ...headers, "webhook-signature": "v1,not base64" }, secret)).rejects.toThrow(WebhookInvalid);
  await expect(verify(body, { ...headers, "webhook-signature": "v1," }, secret)).rejects.toThrow(WebhookInvalid);
  await expect(verify(body, {}, secret)).rejects.toThrow(WebhookInvalid);
  await expect(verify(body, { ...headers, "webhook-timestamp": "soon" }, secret)).rejects.toThrow(WebhookInvalid);
  await expect(verify(body, headers, "")).rejects.toThrow(TypeError);
});

it.each([301, -301])("refuses a notice that is %s seconds old", async (seconds) => {
  const sent = Number(received.headers["webhook-timestamp"]);
  vi.useFakeTimers({ toFake: ["Date"], now: (sent + seconds) * 1000 });
  await expect(verify(received.body, received.headers, secret)).rejects.toThrow("too old or too new");
  vi.setSystemTime((sent + seconds - Math.sign(seconds)) * 1000);
  await expect(verify(received.body, received.headers, secret)).resolves.toBeTruthy();
});

it("takes either of two secrets, and either of two signatures", async () => {
  const { body, headers } = received;
  expect(await verify(body, headers, [OTHER, secret])).toBeTruthy();
  const signature = `v1,${btoa("the signature of a new secret...")} v2,future ${String(headers["webhook-signature"])}`;
  expect(await verify(body, { ...headers, "webhook-signature": signature }, secret)).toBeTruthy();
});
