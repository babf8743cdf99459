/** Verifies notices by https://www.standardwebhooks.com with WebCrypto, so it works in Node and in edge runtimes. */

import type { webhooks } from "./contract.js";
import { HamletError } from "./errors.js";

/** A notice that the server posts to a webhook, of any of the contract's types. */
export type Notice = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

/** The notice is not from the server, or it is too old. */
export class WebhookInvalid extends HamletError {
  override name = "WebhookInvalid";
}

type Headers_ = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How old or new a notice may be, in seconds. */
const TOLERANCE = 300;

/**
 * Return the notice if it was signed with one of the secrets in the last five minutes. Otherwise throws `WebhookInvalid`.
 * `body`: as received, not parsed. `secret`: `whsec_...`; for a day after a replacement, pass the new and the old one.
 */
export async function verify(body: string | Uint8Array, headers: Headers_, secret: string | readonly string[]): Promise<Notice> {
  const [id, sent, signatures] = ["id", "timestamp", "signature"].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !sent || !signatures) throw new WebhookInvalid("A header of the signature is missing.");
  if (!(Math.abs(Date.now() / 1000 - Number(sent)) <= TOLERANCE)) throw new WebhookInvalid("The notice is too old or too new.");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${sent}.${text}`);
  for (const one of typeof secret === "string" ? [secret] : secret) {
    const bytes = decoded(one.replace(/^whsec_/, ""));
    if (!bytes?.length) throw new TypeError("A secret is not base64.");
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of signatures.split(" ").filter((part) => part.startsWith("v1,"))) {
      // WebCrypto compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, decoded(signature.slice(3)) ?? new Uint8Array(), signed)) return JSON.parse(text) as Notice;
    }
  }
  throw new WebhookInvalid("No signature is right.");
}

function headerOf(headers: Headers_, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "object" ? found[0] : found;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
}
