import { Symbol } from "./symbols";

/** The picture of Villagers in lists: a hand of cards with suits of trades. */
export function Emblem() {
  return (
    <span class="emblem fan" aria-hidden="true">
      {["grains", "wood", "ore"].map((suit) => (
        <span key={suit} class={`leaf ${suit}`}>
          <Symbol name={suit} />
        </span>
      ))}
    </span>
  );
}
