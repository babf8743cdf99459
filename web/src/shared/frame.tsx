import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";

import { Offline } from "../push/offline";
import { SettingsButton } from "../settings/panel";
import { language, speak } from "./keep";
import { say } from "./words";

/** The frame of every page: the links home, to the other language, and to the API. */
export function Frame({ children }: { children: ComponentChildren }) {
  // At a table the top shows whose turn it is.
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
