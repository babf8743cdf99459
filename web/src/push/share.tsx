import { useState } from "preact/hooks";

import { tell } from "../settings/words";

interface ShareProps {
  readonly url: string;
  /** The purpose of the button, if its place does not show it. */
  readonly label?: string;
}

/** Shares a link by the system's dialog. Without such a dialog, copies it. */
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
      // The player has cancelled, or the browser does not allow it.
    }
  }

  return (
    <button type="button" class="plain" onClick={() => void send()}>
      {label ?? tell(shares ? "share" : "copy")}
      <span role="status">{copied && ` ✓ ${tell("copied")}`}</span>
    </button>
  );
}
