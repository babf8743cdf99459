/** Sends requests. Retries them if that is safe, and sends no faster than the server's limits allow. */

import { Refused, Unreachable } from "./errors.js";

export interface Sending {
  /** How long a request is retried, in seconds. */
  readonly patience: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** POSTs that may be sent again even if they may have arrived: the server knows their key, or they change nothing the second time. */
export const REPEATABLE =
  /\/v1\/(games|games\/import|decisions|reviews|webhooks|bot\/moves|(positions|invitations)\/[^/]+|games\/[^/]+\/(moves|turn|undo|hint|review|rematch|seats\/\d+))$/;

const STREAMED = /text\/event-stream|application\/x-ndjson/;
const KEY = "Idempotency-Key";
/** The statuses after which the same request may succeed. */
export const AGAIN = new Set([429, 502, 503, 504]);
/** The server delays an answer for at most 30 seconds. */
const TRY_SECONDS = 60;
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [0.25, 8];

/** Return a text that cannot be guessed, for an idempotency key. */
export function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/** Resolve after some seconds. Rejects when the signal aborts. */
export function sleep(seconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) aborted();
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

/** Yield growing pauses in seconds. Each is half fixed and half random, so that many clients do not return together. */
export class Backoff {
  private tries = 0;

  next(atLeast = 0): number {
    const pause = Math.min(SHORTEST_PAUSE * 2 ** this.tries++, LONGEST_PAUSE);
    return Math.max(atLeast, pause / 2) + (Math.random() * pause) / 2;
  }

  reset(): void {
    this.tries = 0;
  }
}

/** Knows when the limits allow the next request, from the `RateLimit` headers of the answers. */
class Limits {
  /** Caller and exhausted policy -> the time when it allows the next request. */
  private readonly free = new Map<string, number>();
  /** Kind of request -> the policies that it counts for. */
  private readonly policies = new Map<string, Set<string>>();

  /** Return the seconds until such a request is allowed. */
  wait(request: Request): number {
    const times = [...(this.policies.get(kindOf(request)) ?? [])].map((policy) => this.free.get(callerOf(request) + policy) ?? 0);
    return Math.max(0, ...times.map((time) => (time - Date.now()) / 1000));
  }

  note(request: Request, response: Response): void {
    const caller = callerOf(request);
    const policies = this.policies.get(kindOf(request)) ?? new Set();
    for (const [, policy = "", left, seconds] of (response.headers.get("RateLimit") ?? "").matchAll(/"([^"]*)";r=(\d+);t=(\d+)/g)) {
      policies.add(policy);
      if (left === "0") this.free.set(caller + policy, Date.now() + Number(seconds) * 1000);
      else this.free.delete(caller + policy);
    }
    this.policies.set(kindOf(request), policies);
  }
}

/** Return the API key and the token of a request. The server counts limits separately for each of them. */
function callerOf({ headers }: Request): string {
  return `${headers.get("Hamlet-Api-Key")} ${headers.get("Authorization")} `;
}

/** Return the method and the path without ids: `POST /v1/games/moves`. */
function kindOf(request: Request): string {
  const parts = new URL(request.url).pathname.split("/").filter((_, at) => at !== 3 && at !== 5);
  return `${request.method} ${parts.join("/")}`;
}

/** Return a `fetch` that retries, waits for limits, and throws `Refused` for every status from 400 on. */
export function sender({ patience, fetch }: Sending): (request: Request) => Promise<Response> {
  const limits = new Limits();
  return async (request) => {
    // A stream comes in parts. It is neither buffered here nor retried.
    if (STREAMED.test(`${request.headers.get("Accept")} ${request.headers.get("Content-Type")}`)) return good(await fetch(request));
    if (request.method === "POST" && !request.headers.has(KEY)) request.headers.set(KEY, randomText());
    const repeatable = request.method !== "POST" || REPEATABLE.test(new URL(request.url).pathname);
    const [deadline, backoff] = [Date.now() + patience * 1000, new Backoff()];
    const left = () => (deadline - Date.now()) / 1000;
    for (;;) {
      const pause = limits.wait(request);
      if (pause && pause < left()) await sleep(pause, request.signal);
      try {
        const response = await once(request, fetch);
        limits.note(request, response);
        return await good(response);
      } catch (error) {
        if (request.signal.aborted) throw error;
        const refused = error instanceof Refused ? error : undefined;
        if (refused && !AGAIN.has(refused.status)) throw error;
        const wait = backoff.next(refused?.retryAfter);
        // A request refused by a limit has changed nothing, and one without a connection has not arrived. Any other one may have.
        if ((repeatable || refused?.status === 429 || unconnected(error)) && wait < left()) await sleep(wait, request.signal);
        else throw refused ?? new Unreachable(`No answer from ${new URL(request.url).host}.`, { cause: error });
      }
    }
  };
}

/** Return whether the server refused the connection. Only Node says so; a browser does not say what has failed. */
function unconnected(error: unknown): boolean {
  return (error as { readonly cause?: { readonly code?: string } }).cause?.code === "ECONNREFUSED";
}

/** Try once. The body is read here, because the connection can break in the middle of it. */
async function once(request: Request, fetch: Sending["fetch"]): Promise<Response> {
  const tired = AbortSignal.timeout(TRY_SECONDS * 1000);
  const response = await fetch(new Request(request.clone(), { signal: AbortSignal.any([request.signal, tired]) }));
  const body = await response.arrayBuffer();
  const { status, headers } = response;
  return new Response(body.byteLength ? body : null, { status, headers });
}

async function good(response: Response): Promise<Response> {
  if (response.status >= 400) throw await Refused.of(response);
  return response;
}
