import { DecisionFailed, Refused, Unreachable } from "@hamlet-games/client";
import { useEffect, useState } from "preact/hooks";

import { say } from "./words";

export interface Asked<T> {
  readonly value?: T;
  readonly failure?: string;
}

/** Return the result of a call. The call is repeated when one of `about` changes. `known` is a result that is already here. */
export function useAnswer<T>(ask: () => Promise<T>, about: readonly unknown[], known?: T): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>(known === undefined ? {} : { value: known });
  useEffect(() => {
    let current = true;
    ask().then(
      (value) => current && setAsked((before) => (before.value === value ? before : { value })),
      (error: unknown) => current && setAsked({ failure: sentence(error) }),
    );
    return () => {
      current = false;
    };
  }, about);
  return asked;
}

/** Return whether no answer came. */
export function isLost(error: unknown): boolean {
  return error instanceof Unreachable;
}

/** Return the error as a sentence for people. */
export function sentence(error: unknown): string {
  if (isLost(error)) return say("unreachable");
  if (error instanceof DecisionFailed) return say("failed");
  if (error instanceof Refused) return error.detail;
  return error instanceof Error ? error.message : String(error);
}
