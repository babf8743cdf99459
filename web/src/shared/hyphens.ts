/** Hyphens in long words on small cards, because not every browser can hyphenate. */

const LONGEST = 6;
const FEWEST = 3;
const VOWEL = "[aeiouyäöü]";
const OTHER = "[^aeiouyäöü]";
const ONSET = `(?:[bcdfgkptw][lr]|s[pt]r?|sch|[cp]h|${OTHER})`;
const SYLLABLE = new RegExp(`${VOWEL}${OTHER}{0,3}?(?=${ONSET}${VOWEL})`, "gi");

/** The text with soft hyphens in long words: before the consonants with which a syllable can begin, in English and German. */
export function hyphened(text: string): string {
  return text
    .split(" ")
    .map((word) => (word.length > LONGEST ? word.replace(SYLLABLE, broken) : word))
    .join(" ");
}

function broken(found: string, at: number, word: string): string {
  const end = at + found.length;
  return end >= FEWEST && word.length - end >= FEWEST ? `${found}\u00ad` : found;
}
