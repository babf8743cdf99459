import type { Reason } from "@hamlet-games/client";

interface ReasonsProps {
  /** What the move is compared with. */
  readonly than: string;
  readonly reasons: readonly Reason[];
}

/** The reasons for a move, and against it. */
export function Reasons({ than, reasons }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons" aria-label={than}>
      <li class="than">{than}</li>
      {reasons.map(({ topic, text }) => (
        <li key={topic}>{text}</li>
      ))}
    </ul>
  );
}
