/** Hyphens in long words on small cards, because not every browser can hyphenate. */

const LONGEST = 8;
const FEWEST = 4;
const SYLLABLE = /[aeiouyäöü][^aeiouyäöü]?(?=[^aeiouyäöü][aeiouyäöü])/gi;

/** The text with soft hyphens in long words: before a consonant that a vowel follows, as German is broken for the most part. */
export function hyphened(text: string): string {
  return text
    .split(" ")
    .map((word) => (word.length > LONGEST ? word.replace(SYLLABLE, broken) : word))
    .join(" ");
}

function broken(found: string, at: number, word: string): string {
  const end = at + found.length;
  return end >= FEWEST && word.length - end >= FEWEST - 1 ? `${found}\u00ad` : found;
}
