/**
 * Runs a read on one state of the read store, whatever the projector commits meanwhile: all its statements see a
 * consistent snapshot. The header `x-read-sequence` of the answer names the last entry included.
 */
import type { ReadStore } from './database.ts';
import { READ_SEQUENCE_HEADER, type Read, type ReadResult } from './read.ts';

/** Runs a read. The connection must not be used by another read until this one is done. */
export async function runRead<Parameters, Value>(
  read: Pick<Read<Parameters, Value>, 'run'>,
  database: ReadStore,
  parameters: Parameters,
): Promise<Required<ReadResult<Value>> | null> {
  return database.transaction().execute(async (moment) => {
    // The first statement fixes the snapshot.
    const sequence = await lastShownEntry(moment);
    const result = await read.run(moment, parameters);
    if (result === null) return null;
    return { value: result.value, headers: { [READ_SEQUENCE_HEADER]: String(sequence), ...result.headers } };
  });
}

/** Last entry that all rows include; the projections commit together. */
export async function lastShownEntry(database: ReadStore): Promise<number> {
  const shown = database.selectFrom('projection_cursors').select(({ fn }) => fn.min('sequence').as('sequence'));
  const { sequence } = await shown.executeTakeFirstOrThrow();
  return Number(sequence ?? 0);
}
