/** The parts of a text that teaches a game. In its lines `{food}` is the table's own symbol, `{gold 8}` one with a number. */

export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** Lines: paragraphs; items of a list, which begin with "- ". */
  readonly lines: readonly string[];
  /** The box that the passage is about. Without this box in the game, the passage is left out. */
  readonly box?: string;
  /** The box that makes the passage invalid. */
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
  /** The guide's texts, by the lessons of the ruleset. */
  readonly lessons: Readonly<Record<string, string>>;
}
