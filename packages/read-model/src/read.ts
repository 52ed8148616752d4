/**
 * A named read: a SQL query with its mapping to the wire format, run in a reader thread. It receives plain data, only
 * reads, and its answer is serialised to JSON before it leaves the thread. It must never see the exchange's state.
 */
import { NO_END_DATE } from '@bellwether/contract';
import fastJson, { type AnySchema } from 'fast-json-stringify';
import type { Static, TSchema } from 'typebox';
import type { ReadStore } from './database.ts';

/** Header with the sequence of the last journal entry that the rows of an answer include. */
export const READ_SEQUENCE_HEADER = 'x-read-sequence';

/** Result of a read: the value for its serialiser, and response headers to set. */
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
  /** JSON of the value according to the contract's response schema. */
  serialize(value: Value): string;
  /** The same JSON in pieces of little work each, for values that may be large. */
  pieces?(value: Value): Iterable<string>;
}

/**
 * Dates that are unknown: '' in a field that may have none, and the end date of a market without one. Texts of users
 * cannot look like them, because a quote within a JSON text is escaped.
 */
const DATES = 'game_start_time|gameStartTime|close_time|closeTime|accepting_order_timestamp|gst|aot';
const UNKNOWN_DATES = new RegExp(`("(?:${DATES})":)""|("end_date_iso":)"${NO_END_DATE}"`, 'g');
const DATE_FIELDS = new RegExp(`"(?:${DATES}|end_date_iso)":`);

/** JSON body of an answer. `nullDates`: with null for unknown dates. */
export function bodyOf({ serialize }: Read<never>, value: unknown, nullDates = false): string {
  const body = serialize(value);
  return nullDates ? withNullDates(body) : body;
}

/** The same for the pieces of an answer, none of which ends within a field. */
export function piecesOf(pieces: Iterable<string>, nullDates: boolean): Iterable<string> {
  return nullDates ? Iterator.from(pieces).map(withNullDates) : pieces;
}

/** True if answers of this schema have a field that may be an unknown date. */
export const hasUnknownDates = (schema: unknown): boolean => DATE_FIELDS.test(JSON.stringify(schema));

/** JSON with null for unknown dates. */
export const withNullDates = (body: string): string => body.replace(UNKNOWN_DATES, '$1$2null');

/** Maximum number of items in one piece of a long array, and its approximate size: well below a millisecond of work. */
const ITEMS_PER_PIECE_MAX = 50;
const CHARACTERS_PER_PIECE = 16_384;

/** A long array whose items may be built on demand. */
export interface Items<Item> {
  readonly length: number;
  slice(start: number, end: number): readonly Item[];
}

/** JSON array of `items` in pieces, each built on demand. `serialize` returns the JSON of an array. */
export function* arrayPieces<Item>(
  items: Items<Item>,
  serialize: (piece: readonly Item[]) => string,
): Generator<string, void, undefined> {
  yield '[';
  let [start, count] = [0, 1];
  while (start < items.length) {
    const piece = items.slice(start, start + count);
    const json = serialize(piece);
    yield `${start === 0 ? '' : ','}${json.slice(1, -1)}`;
    start += piece.length;
    // An item may be a row or a whole discussion: the next ones are assumed to be of similar size.
    const fitting = Math.floor((CHARACTERS_PER_PIECE * piece.length) / json.length);
    count = Math.max(1, Math.min(fitting, ITEMS_PER_PIECE_MAX));
  }
  yield ']';
}

/** Serialisers of a long array, at once and in pieces. */
export function arraySerializers(schema: object) {
  const serialize = serializerOf<readonly unknown[]>(schema);
  return {
    serialize: (items: Items<unknown>) => serialize(items.slice(0, items.length)),
    pieces: (items: Items<unknown>) => arrayPieces(items, serialize),
  };
}

/** Serialisers by schema, compiled once per thread for any number of venues, which share the contract's schemas. */
const COMPILED = new WeakMap<object, (value: never) => string>();

/** Serialiser of a response schema. It omits fields that the schema does not name, and throws for a value that does not fit. */
export function compiledSerializer<Value>(schema: object): (value: Value) => string {
  const known = COMPILED.get(schema);
  if (known !== undefined) return known as (value: Value) => string;
  // TypeBox schemas are plain JSON schemas; the two libraries only use different type names.
  const serialize = fastJson(schema as AnySchema) as (value: Value) => string;
  COMPILED.set(schema, serialize);
  return serialize;
}

/** The same, compiled on first use. */
export function serializerOf<Value>(schema: object): (value: Value) => string {
  return (value) => compiledSerializer<Value>(schema)(value);
}

/** A read whose value has the form of `schema`. */
export const createRead = <Schema extends TSchema, Parameters>(
  name: string,
  schema: Schema,
  run: Read<Parameters, Static<Schema>>['run'],
): Read<Parameters, Static<Schema>> => ({ name, run, serialize: serializerOf(schema) });
