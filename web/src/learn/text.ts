/** What a text that teaches a game consists of. In its lines `{food}` is the table's own symbol, `{gold 8}` one with a number. */

export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** Lines: paragraphs; items of a list, which begin with "- ". */
  readonly lines: readonly string[];
  /** The box that it is about: it is left out where that box is not in play. */
  readonly box?: string;
  /** The box that makes it invalid. */
  readonly without?: string;
}

export interface Sign {
  readonly sign: string;
  readonly name: string;
  readonly text: string;
  readonly box?: string;
}

export interface TeachingText {
  readonly chapters: readonly Chapter[];
  readonly signs: readonly Sign[];
  /** What the guide says, by the lessons of the ruleset. */
  readonly lessons: Readonly<Record<string, string>>;
}
