/** The calls of the public contract, typed by it: a call that the contract no longer has is a compile error. */

import { signal } from "@preact/signals";
import createClient, { type Client } from "openapi-fetch";

import { language } from "../shared/keep";
import type { Problem, paths } from "./contract";

const SECOND = 1000;

/** The server's refusal: `message` is its sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.detail ?? problem.title ?? `${status}`);
  }
}

/** By how many milliseconds the server's clock is ahead of this computer's, to about a second. */
export const ahead = signal(0);

export function calls(token?: string): Client<paths> {
  const client = createClient<paths>({ baseUrl: location.origin });
  client.use({
    onRequest({ request }) {
      request.headers.set("Accept-Language", language.value);
      if (token) request.headers.set("Authorization", `Bearer ${token}`);
      return request;
    },
    onResponse({ response }) {
      const now = Date.parse(response.headers.get("Date") ?? "");
      if (!Number.isNaN(now)) ahead.value = Math.round((now - Date.now()) / SECOND) * SECOND;
    },
  });
  return client;
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a good answer. Throws `Refusal`. */
export async function told<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (data === undefined) throw new Refusal(response.status, typeof error === "object" && error ? error : {});
  return data;
}

export const anybody = calls();

/** A key under which a request that was lost on the way can be sent again. */
export function idempotencyKey(): string {
  return randomText();
}

/** What this browser adds to a game's secret, so that the server alone cannot choose the deal. */
export function contribution(): string {
  return randomText();
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}
