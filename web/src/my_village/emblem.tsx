import { Icon } from "./symbols";

/** The picture of My Village in lists: two dice over a roof. */
export function Emblem() {
  return (
    <span class="emblem pair" aria-hidden="true">
      <svg viewBox="0 0 48 24">
        <rect class="light" x="1" y="2" width="20" height="20" rx="4" />
        <path class="pips" d="M6.500 7.500h.1m8.800 9h.1m-4.500-4.500h.1" />
        <rect class="dark" x="26" y="2" width="20" height="20" rx="4" />
        <path class="pips on-dark" d="M31 7.500h.1m9.800 0h.1M31 16.500h.1m9.800 0h.1" />
      </svg>
      <Icon of="house" />
    </span>
  );
}
