/** The bytes of an export from a connection to the read store, piece by piece, all of one moment. */
import type { ExportRequest } from '@bellwether/ports/exports.ts';
import type { People } from '@bellwether/ports/people.ts';
import { type Cell, queryOf } from '@bellwether/read-model/exports/query/data-set.ts';
import { DATA_SETS } from '@bellwether/read-model/exports/query/data-sets.ts';
import { createEncoder } from './encode.ts';
import type { Encoder, Row } from './encoder.ts';
import { PEOPLE_COLUMNS, peopleRows } from './people-rows.ts';

/** Subset of a read-only connection that an export needs. */
export interface RowsReader {
  prepare(sql: string): { iterate(...parameters: Cell[]): Iterable<Row> };
}

export type StoredExport = ExportRequest & { readonly what: keyof typeof DATA_SETS };

export const isStored = (request: ExportRequest): request is StoredExport => request.what in DATA_SETS;

/** The bytes of an export of everyone in the store of people. */
export async function* exportedPeople(people: People, request: ExportRequest): AsyncGenerator<Uint8Array> {
  yield* encoded(await createEncoder(request.format, PEOPLE_COLUMNS), peopleRows(people, request));
}

/** The caller has begun a transaction, and uses the connection for nothing else until the last piece. */
export async function* exportedPieces(database: RowsReader, request: StoredExport): AsyncGenerator<Uint8Array> {
  const set = DATA_SETS[request.what];
  const { sql, parameters } = queryOf(set, request);
  const encoder = await createEncoder(request.format, set.columns);
  yield* encoded(encoder, database.prepare(sql).iterate(...parameters));
}

/** The pieces of a file with these rows. */
async function* encoded(encoder: Encoder, rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Uint8Array> {
  const begin = encoder.begin();
  if (begin.length > 0) yield begin;
  let gathered: Row[] = [];
  for await (const row of rows) {
    gathered.push(row);
    if (gathered.length < encoder.rowsAtOnce) continue;
    yield encoder.rows(gathered);
    gathered = [];
  }
  if (gathered.length > 0) yield encoder.rows(gathered);
  const end = encoder.end();
  if (end.length > 0) yield end;
}
