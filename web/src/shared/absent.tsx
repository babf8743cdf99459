import type { ComponentChildren } from "preact";

import { say } from "./words";

/** A page that has nothing to show: what is wrong, and the ways on. */
export function Absent({ failure, children }: { readonly failure: string; readonly children?: ComponentChildren }) {
  return (
    <section class="panel narrow">
      <h1 class="quiet">{say("title")}</h1>
      <p role="alert">{failure}</p>
      <p class="ways">
        {children}
        <a href="/">{say("toHome")}</a>
      </p>
    </section>
  );
}
