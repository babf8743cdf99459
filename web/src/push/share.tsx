import { useState } from "preact/hooks";

import { tell } from "../settings/words";

interface ShareProps {
  readonly url: string;
  /** What the button is for, if that is not clear from where it stands. */
  readonly label?: string;
}

/** Shares a link by the system's own dialog; copies it where there is none. */
export function Share({ url, label }: ShareProps) {
  const [copied, setCopied] = useState(false);
  const shares = "share" in navigator;

  async function send(): Promise<void> {
    try {
      if (shares) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      }
    } catch {
      // Given up by the player, or forbidden by the browser.
    }
  }

  return (
    <button type="button" class="plain" onClick={() => void send()}>
      {label ?? tell(shares ? "share" : "copy")}
      <span role="status">{copied && ` ✓ ${tell("copied")}`}</span>
    </button>
  );
}
