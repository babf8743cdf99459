import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";

import { Offline } from "../push/offline";
import { SettingsButton } from "../settings/panel";
import { language, speak } from "./keep";
import { say } from "./words";

/** What stands around every page: the way home, the other language, the way to the API. */
export function Frame({ children }: { children: ComponentChildren }) {
  // At a table the turn stands at the top.
  const last = useLocation().path.startsWith("/table/");
  const other = language.value === "de" ? "en" : "de";
  return (
    <>
      <header class={last ? "bar last" : "bar"}>
        <a class="name" href="/">
          {say("title")}
        </a>
        <nav>
          <a href="/docs" target="_self">
            API
          </a>
          <SettingsButton />
          <button type="button" class="plain" lang={other} onClick={() => speak(other)}>
            {say("language")}
          </button>
        </nav>
      </header>
      <Offline />
      <main>{children}</main>
    </>
  );
}
