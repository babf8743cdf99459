/** What can go wrong: the server refuses, or does not answer. */

import type { Problem } from "./contract.js";

/** The base of all errors of this package. */
export class HamletError extends Error {
  override name = "HamletError";
}

/** The server did not answer within the client's `patience`. `cause` is the last failure. */
export class Unreachable extends HamletError {
  override name = "Unreachable";
}

/** A decision or review has failed. `document` is the decision or the review. */
export class DecisionFailed extends HamletError {
  override name = "DecisionFailed";

  constructor(readonly document: { readonly id: string; readonly failure?: string | null }) {
    super(`The server could not decide: ${document.failure}`);
  }
}

/** The server has refused a request, with the fields of its problem (RFC 9457). `message` is its sentence for people, with `errors`. */
export class Refused extends HamletError {
  override name = "Refused";
  /** The path of a page about this kind of problem: `/problems/illegal-move`. */
  readonly type: string;
  /** The last part of `type`: `illegal-move`. */
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  /** With `illegal-move`: the id of the rule. */
  readonly rule: string | undefined;
  /** For each path in the request, what is wrong there. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(
    readonly status: number,
    /** The whole problem, as received. */
    readonly document: Partial<Problem>,
    /** The seconds after which the same request may succeed. */
    readonly retryAfter?: number,
    readonly requestId?: string,
  ) {
    const detail = document.detail ?? document.title ?? `HTTP ${status}`;
    const faults = Object.entries(document.errors ?? {}).map(([where, what]) => `${where}: ${[what].flat().join(", ")}`);
    super([detail, faults.join("; ")].filter(Boolean).join(" "));
    this.type = document.type ?? "about:blank";
    this.kind = this.type.slice(this.type.lastIndexOf("/") + 1);
    this.title = document.title ?? `HTTP ${status}`;
    this.detail = detail;
    this.rule = document.rule;
    this.errors = document.errors as Readonly<Record<string, readonly string[]>> | undefined;
  }

  /** Return the refusal in an answer. If the body is not a problem (a proxy may have sent it), only the status is known. */
  static async of(response: Response): Promise<Refused> {
    const document: unknown = await response.json().catch(() => undefined);
    const problem = typeof document === "object" && document !== null ? (document as Partial<Problem>) : {};
    const seconds = response.headers.get("Retry-After");
    const wait = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
    return new Refused(response.status, problem, wait, response.headers.get("X-Request-Id") ?? undefined);
  }
}
