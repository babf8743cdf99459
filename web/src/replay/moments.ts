/** A stored game at its past versions, loaded one by one and cached while the page is open. */

import { dataOf, type Game } from "@hamlet-games/client";
import { useEffect, useRef, useState } from "preact/hooks";

import { sentence } from "../shared/asking";
import { language } from "../shared/keep";
import { hamlet } from "../shared/server";
import type { Place } from "./places";

export interface Shown {
  /** The game at the requested moment. While that loads, it is the game at the moment before. */
  readonly game?: Game;
  readonly failure?: string;
}

/** Return the game at a place, if there is one. The next moment is loaded in advance. */
export function useMoment(id: string, token: string | undefined, place: Place | undefined, last: number): Shown {
  const [shown, show] = useState<Shown>({});
  const { version, eyes } = place ?? {};
  const kept = useRef(new Map<string, Promise<Game>>());

  function ask(at: number, eyes: string): Promise<Game> {
    const key = [id, eyes, at, language.value].join();
    const found = kept.current.get(key);
    if (found) return found;
    const query = { version: at, view: eyes, include: ["events" as const] };
    const asked: Promise<Game> = dataOf(hamlet.as(token).GET("/v1/games/{game}", { params: { path: { game: id }, query } }));
    kept.current.set(key, asked);
    asked.catch(() => kept.current.delete(key));
    return asked;
  }

  useEffect(() => {
    let current = true;
    if (version === undefined || eyes === undefined) return undefined;
    ask(version, eyes).then(
      (game) => {
        if (!current) return;
        show({ game });
        if (version < last) ask(version + 1, eyes).catch(() => undefined);
      },
      (error: unknown) => current && show((before) => ({ ...before, failure: sentence(error) })),
    );
    return () => {
      current = false;
    };
  }, [id, token, version, eyes, last, language.value]);
  return shown;
}
