/** A proxy before the stack that loses, cuts, refuses and changes answers. */

import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const STACK = process.env["HAMLET_URL"] ?? "";
if (!STACK) throw new Error("HAMLET_URL is not set: run `pytest tests/sdk/test_typescript.py`, which starts a stack.");

/** A request that has come, and whether it is tried again: it has the same key. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly last: string | undefined;
  readonly at: number;
  readonly again: boolean;
}

/** `refuse`: it never reaches the stack. `lose`: its answer does not come. `half`: half of its answer comes. */
export type Verdict = "pass" | "refuse" | "lose" | "half" | { status: number; headers?: Record<string, string>; body?: unknown };

export class Proxy {
  readonly seen: Seen[] = [];
  judge: (seen: Seen) => Verdict = () => "pass";
  /** Changes paths and queries. */
  lead: (path: string) => string = (path) => path;
  /** Changes documents, in answers and in streams. */
  change: (document: unknown) => unknown = (document) => document;
  /** Streams are cut in the middle of the message after so many. */
  messages = Infinity;
  /** Streams go silent instead of being cut. */
  silent = false;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async open(): Promise<Proxy> {
    const proxy = new Proxy();
    await new Promise<void>((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const key = request.headers["idempotency-key"] as string | undefined;
    const again = key !== undefined && this.seen.some((one) => one.key === key);
    const last = request.headers["last-event-id"] as string | undefined;
    const seen = { method: request.method ?? "", path: request.url ?? "", key, last, at: Date.now(), again };
    this.seen.push(seen);
    const verdict = this.judge(seen);
    if (verdict === "refuse") return void response.destroy();
    if (typeof verdict === "object") {
      response.writeHead(verdict.status, { "Content-Type": "application/problem+json", ...verdict.headers });
      return void response.end(JSON.stringify(verdict.body ?? {}));
    }
    const headers = { ...request.headers, host: new URL(STACK).host, "accept-encoding": "identity" };
    const upstream = send(STACK + this.lead(seen.path), { method: seen.method, headers }, (answer) =>
      this.answer(answer, response, verdict).catch(() => response.destroy()),
    );
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    upstream.end(body);
  }

  private async answer(answer: IncomingMessage, response: ServerResponse, verdict: Verdict): Promise<void> {
    if (answer.headers["content-type"]?.startsWith("text/event-stream")) return this.stream(answer, response);
    const received = Buffer.concat(await answer.toArray()).toString();
    const text = received && /\/(problem\+)?json/.test(answer.headers["content-type"] ?? "") ? JSON.stringify(this.change(JSON.parse(received))) : received;
    if (verdict === "lose") return void response.destroy();
    const { "content-length": _, "transfer-encoding": __, ...headers } = answer.headers;
    const bytes = Buffer.from(text);
    response.writeHead(answer.statusCode ?? 500, { ...headers, ...(bytes.length && { "content-length": bytes.length }) });
    if (verdict === "half") response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else response.end(bytes);
  }

  private async stream(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    let [text, left] = ["", this.messages];
    for await (const chunk of answer) {
      const blocks = (text + String(chunk)).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        if (block.startsWith("event:") && left-- <= 0) {
          if (this.silent) return;
          return void response.write(block.slice(0, block.length / 2), () => response.destroy());
        }
        response.write(`${block.replace(/^data: (.*)$/m, (_, data: string) => `data: ${JSON.stringify(this.change(JSON.parse(data)))}`)}\n\n`);
      }
    }
    response.end();
  }
}
