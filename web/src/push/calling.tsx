import type { Game } from "@hamlet-games/client";
import { useEffect, useState } from "preact/hooks";

import { useTurnSignal } from "../settings/turn_signal";
import { tell } from "../settings/words";
import { settings } from "../settings/settings";
import { hostOf, language } from "../shared/keep";
import { useAnswer } from "../shared/asking";
import { linkOf } from "./moving";
import { Share } from "./share";
import { notifyOf } from "./subscribing";

interface CallingProps {
  readonly game: Game;
  readonly token: string | undefined;
}

/** The dialog of ways to reach the player: sound, notifications, another device. It also has the link for spectators. */
export function Calling({ game, token }: CallingProps) {
  const seat = game.viewer;
  const { notify } = settings.value;
  useTurnSignal(game.status === "active" && seat !== null && game.to_act[0] === seat, true);
  useEffect(() => {
    if (seat !== null && token) void notifyOf(game, seat, token);
  }, [game.id, game.status, seat, token, notify, language.value]);
  if (game.status === "finished") return null;
  return (
    <div class="calling">
      {game.watch === "anybody" && <Share url={`${location.origin}/table/${game.id}`} label={tell("watchLink")} />}
      {seat !== null && token && <OtherDevice game={game} seat={seat} token={token} />}
    </div>
  );
}

function OtherDevice({ game, seat, token }: { game: Game; seat: number; token: string }) {
  const link = linkOf({ game: game.id, ruleset: game.ruleset, seat: `${seat}`, token, host: hostOf(game.id) }, location.origin);
  const [opened, open] = useState(false);
  return (
    <details class="device" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{tell("otherDevice")}</summary>
      <p>{tell("otherDeviceHow")}</p>
      <Share url={link} />
      {opened && <Code text={link} />}
    </details>
  );
}

/** A QR code. What makes one is loaded when somebody wants it. */
function Code({ text }: { text: string }) {
  const { value } = useAnswer(async () => (await import("uqr")).encode(text, { border: 4 }), [text]);
  if (!value) return null;
  const { data, size } = value;
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label="QR code">
      <path d={path} />
    </svg>
  );
}
