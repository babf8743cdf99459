import type { Reason } from "@hamlet-games/client";

/** The reasons for a move, and against it. */
export function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons">
      {reasons.map(({ topic, text }) => (
        <li key={topic}>{text}</li>
      ))}
    </ul>
  );
}
