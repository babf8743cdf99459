/** The server that this page comes from. */

import { Hamlet } from "@hamlet-games/client";
import { signal } from "@preact/signals";

import { language } from "./keep";

const SECOND = 1000;

/** How far the server's clock is ahead of this computer's, in milliseconds, to about a second. */
export const ahead = signal(0);

export const hamlet = new Hamlet({
  baseUrl: location.origin,
  lang: () => language.value,
  patience: 10,
  async fetch(request) {
    const response = await fetch(request);
    const now = Date.parse(response.headers.get("Date") ?? "");
    if (!Number.isNaN(now)) ahead.value = Math.round((now - Date.now()) / SECOND) * SECOND;
    return response;
  },
});
