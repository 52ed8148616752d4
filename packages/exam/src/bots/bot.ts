/** A bot under examination: its brief, and the answers that the exam needs. */

export interface Brief {
  /** Base address of the venue. */
  readonly venue: string;
  /** Private key of the wallet that the bot trades with: hexadecimal, play money only. */
  readonly key: string;
  /** Condition id of the market to quote. */
  readonly market: string;
  /** Token id of its first outcome. */
  readonly token: string;
}

export interface Bot {
  /** Starts the bot without a past. Throws `BotProblem`. */
  start(brief: Brief): Promise<void>;
  /** Text of the bot's current beliefs. Throws `BotProblem`. */
  beliefs(): Promise<string>;
  /** Reason why the bot cannot go on; null while it can. */
  readonly end: string | null;
  stop(): Promise<void>;
}

/** The bot did not do what the exam needs of every bot. The message is one line of the report. */
export class BotProblem extends Error {
  override readonly name = 'BotProblem';
}

export const BELIEFS_BYTES_MAX = 1024 * 1024;
const SHOWN_CHARACTERS = 300;

/** The end of a text in one line, for the report. */
export function lastWords(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  return words.length <= SHOWN_CHARACTERS ? words : `…${words.slice(-SHOWN_CHARACTERS)}`;
}
