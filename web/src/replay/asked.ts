/** A finished game's review: looked up, requested, and polled until it is done. */

import { dataOf, Refused, type Review, type ReviewLevel } from "@hamlet-games/client";
import { useEffect, useState } from "preact/hooks";

import { sentence } from "../shared/asking";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";

/** How long the server may delay an answer about the progress, in seconds. When the review is done, it answers immediately. */
const HELD = 2;

export interface AskedReview {
  readonly level: ReviewLevel;
  readonly review?: Review | undefined;
  readonly failure?: string | undefined;
  /** Whether the lookup has finished. */
  readonly known: boolean;
  choose(level: ReviewLevel): void;
  ask(): void;
}

type Found = Pick<AskedReview, "review" | "failure" | "known">;

export function useReview(game: string, finished: boolean): AskedReview {
  const [level, choose] = useState<ReviewLevel>("medium");
  const [asked, setAsked] = useState(0);
  const [found, find] = useState<Found>({ known: false });

  useEffect(() => {
    if (!finished) return undefined;
    const stop = new AbortController();
    find({ known: false });
    follow(game, level, asked > 0, (review) => find({ review, known: true }), stop.signal).catch((error: unknown) => {
      const none = error instanceof Refused && error.status === 404;
      if (!stop.signal.aborted) find(none ? { known: true } : { known: true, failure: sentence(error) });
    });
    return () => stop.abort();
  }, [game, finished, level, asked, language.value]);

  return {
    ...found,
    level,
    choose: (one) => {
      setAsked(0);
      choose(one);
    },
    ask: () => setAsked(asked + 1),
  };
}

async function follow(
  game: string,
  level: ReviewLevel,
  begin: boolean,
  tell: (review: Review) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = { game };
  if (begin) tell(await dataOf(hamlet.api.POST("/v1/games/{game}/review", { params: { path }, body: { level }, signal })));
  for (let wait = 0; ; wait = HELD) {
    const query = { level, wait };
    const review = await dataOf(hamlet.api.GET("/v1/games/{game}/review", { params: { path, query }, signal }));
    if (signal.aborted) return;
    tell(review);
    if (review.status === "done" || review.status === "failed") return;
  }
}
