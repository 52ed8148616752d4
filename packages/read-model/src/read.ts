/**
 * A named read: a SQL query with its mapping to the wire format, run in a reader thread. It receives plain data, only
 * reads, and its answer is serialised to JSON before it leaves the thread. It must never see the exchange's state.
 */
import { FEE_MARK, NO_END_DATE } from '@bellwether/contract';
import type { ReadStore } from './database.ts';

/** Header with the sequence of the last journal entry that the rows of an answer include. */
export const READ_SEQUENCE_HEADER = 'x-read-sequence';

/** Result of a read: the value of its answer, and response headers to set. */
export interface ReadResult<Value> {
  readonly value: Value;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Read<Parameters, Value = unknown> {
  /** Name used by routes; unique in the registry. */
  readonly name: string;
  /**
   * Runs the queries, all on one state of the rows; null if the requested item does not exist. `parameters` are already
   * checked by the route.
   */
  run(database: ReadStore, parameters: Parameters): Promise<ReadResult<Value> | null>;
  /** JSON of the value, if that is more than `JSON.stringify`. The value has the form of the route's response. */
  serialize?(value: Value): string;
  /** The same JSON in pieces of little work each, for values that may be large. */
  pieces?(value: Value): Iterable<string>;
}

/**
 * Dates that are unknown: '' in a field that may have none, and the end date of a market without one. Texts of users
 * cannot look like them, because a quote within a JSON text is escaped.
 */
const DATES = 'game_start_time|gameStartTime|close_time|closeTime|open_time|openTime|accepting_order_timestamp|gst|aot';
const UNKNOWN_DATES = new RegExp(`("(?:${DATES})":)""|("end_date_iso":)"${NO_END_DATE}"`, 'g');
/** Fee rates beside a schedule that has the rate: the ecosystem marks all markets with fees by the same one. */
const FEES = /("(?:takerBaseFee|tbf)":)[1-9][0-9]*/g;
const WORDS = new RegExp(`"(?:${DATES}|end_date_iso|takerBaseFee|tbf)":`);

/** JSON body of an answer. `publicWords`: in the words of the public clients. */
export function bodyOf({ serialize = JSON.stringify }: Read<never>, value: unknown, publicWords = false): string {
  const body = serialize(value);
  return publicWords ? inPublicWords(body) : body;
}

/** The same for the pieces of an answer, none of which ends within a field. */
export function piecesOf(pieces: Iterable<string>, publicWords: boolean): Iterable<string> {
  return publicWords ? Iterator.from(pieces).map(inPublicWords) : pieces;
}

/** True if answers of this schema have a field that the public clients read in other words. */
export const hasPublicWords = (schema: unknown): boolean => WORDS.test(JSON.stringify(schema));

/** JSON with null for unknown dates, and the mark in place of fee rates. */
export const inPublicWords = (body: string): string =>
  body.replace(UNKNOWN_DATES, '$1$2null').replace(FEES, `$1${FEE_MARK}`);

/** Maximum number of items in one piece of a long array, and its approximate size: well below a millisecond of work. */
const ITEMS_PER_PIECE_MAX = 50;
const CHARACTERS_PER_PIECE = 16_384;

/** A long array whose items may be built on demand. */
export interface Items<Item> {
  readonly length: number;
  slice(start: number, end: number): readonly Item[];
}

/** JSON of a long array in pieces, each of them built on demand. */
export function* arrayPieces(items: Items<unknown>): Generator<string, void, undefined> {
  yield '[';
  let [start, count] = [0, 1];
  while (start < items.length) {
    const piece = items.slice(start, start + count);
    const json = JSON.stringify(piece);
    yield `${start === 0 ? '' : ','}${json.slice(1, -1)}`;
    start += piece.length;
    // An item may be a row or a whole discussion: the next ones are assumed to be of similar size.
    const fitting = Math.floor((CHARACTERS_PER_PIECE * piece.length) / json.length);
    count = Math.max(1, Math.min(fitting, ITEMS_PER_PIECE_MAX));
  }
  yield ']';
}

/** JSON of a long array, at once and in pieces. */
export const ARRAY_JSON = {
  serialize: (items: Items<unknown>) => JSON.stringify(items.slice(0, items.length)),
  pieces: arrayPieces,
};

export const createRead = <Parameters, Value>(
  name: string,
  run: Read<Parameters, Value>['run'],
): Read<Parameters, Value> => ({ name, run });
