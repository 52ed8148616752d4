/**
 * A named read: a SQL query with its mapping to the wire, run in a reader thread. It gets plain data, reads only, and
 * its answer is serialised to JSON before it leaves the thread. It must never see the exchange's state.
 */
import fastJson, { type AnySchema } from 'fast-json-stringify';
import type { Kysely } from 'kysely';
import type { Database } from '../queries/database.ts';

/** Sequence of the last journal entry that the rows of an answer show. */
export const READ_SEQUENCE_HEADER = 'x-read-sequence';

/** What a read found: the value for its serialiser, and response headers it wants to set. */
export interface ReadResult<Value> {
  readonly value: Value;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Read<Parameters, Value = unknown> {
  /** What routes call it by; unique in the registry. */
  readonly name: string;
  /** Runs the queries, all on one state of the rows; null when what was asked for does not exist. `parameters` were checked by the route. */
  run(database: Kysely<Database>, parameters: Parameters): Promise<ReadResult<Value> | null>;
  /** JSON of the value, as the contract's response schema says. */
  serialize(value: Value): string;
  /** The same JSON in pieces of little work each, for values that may be large. */
  pieces?(value: Value): Iterable<string>;
}

/** Items that one piece of a long array holds at most, and about how much text: well below a millisecond of work. */
const ITEMS_PER_PIECE_MAX = 50;
const CHARACTERS_PER_PIECE = 16_384;

/** A long array whose items may be made only when they are asked for. */
export interface Items<Item> {
  readonly length: number;
  slice(start: number, end: number): readonly Item[];
}

/** The JSON array of `items` in pieces, each made only when it is asked for. `serialize` makes the JSON of an array. */
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
    // An item may be a row or a whole discussion: the next are taken to be like these.
    const fitting = Math.floor((CHARACTERS_PER_PIECE * piece.length) / json.length);
    count = Math.max(1, Math.min(fitting, ITEMS_PER_PIECE_MAX));
  }
  yield ']';
}

/** A schema is compiled once in a thread, however many venues it runs: a sandbox's branch has the contract's like any other. */
const COMPILED = new WeakMap<object, (value: never) => string>();

/**
 * Compiles a serialiser from a response schema of the contract, on first use: fields that the schema does not name are
 * left out, and a value that does not fit throws.
 */
export function serializerOf<Value>(schema: object): (value: Value) => string {
  return (value) => {
    let serialize = COMPILED.get(schema) as ((value: Value) => string) | undefined;
    if (serialize === undefined) {
      // TypeBox schemas are plain JSON schemas; the two libraries only name the type differently.
      serialize = fastJson(schema as AnySchema) as (value: Value) => string;
      COMPILED.set(schema, serialize);
    }
    return serialize(value);
  };
}
