/**
 * Entry of a reader thread: one read-only connection to the read store, one read at a time, answers as finished JSON
 * bytes. It never writes and keeps nothing between reads.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Kysely } from 'kysely';
import { isStoreDamage, openStoreReader } from '../adapters/store-sqlite/open-store.ts';
import { createSqliteDialect } from '../adapters/store-sqlite/sqlite-dialect.ts';
import { JOURNALED_ENTRY } from '../ports/history.ts';
import type { Database } from '../queries/database.ts';
import type { Read } from '../reads/read.ts';
import { createReads } from '../reads/registry.ts';
import { runRead } from '../reads/run-read.ts';
import { MACHINE } from '../runtime/machine.ts';
import { createBreather, NO_BREATHER } from './breather.ts';
import { CpuBudget, CpuSpent } from './cpu-budget.ts';
import { journaledEntryRead } from './journaled-entry.ts';
import { pack } from './pack.ts';
import type { ReaderWorkerData, ReadReply, ReadRequest } from './reader-messages.ts';
import { lowerThreadPriority } from './thread-priority.ts';

if (parentPort === null) throw new Error('reader-worker.ts runs as a worker thread');
const port = parentPort;
const { storeFile, nice, isResting, cpuMsMax } = workerData as ReaderWorkerData;

lowerThreadPriority(nice);

const connection = openStoreReader(storeFile);
const breather = isResting ? createBreather(MACHINE.clock) : NO_BREATHER;
const budget = new CpuBudget(cpuMsMax);
const database = new Kysely<Database>({ dialect: createSqliteDialect(connection, betweenSteps) });
const reads = new Map([...createReads(), [JOURNALED_ENTRY, journaledEntryRead(storeFile)]]);
const encoder = new TextEncoder();
// Reads are answered in the order of asking: the queries share one connection.
let previous: Promise<void> = Promise.resolve();

/** After each query and each piece of an answer. */
function betweenSteps(): void {
  breather.rest();
  budget.check();
}

async function answer({ id, name, parameters, encoding }: ReadRequest): Promise<ReadReply> {
  const read = reads.get(name);
  if (read === undefined) return { kind: 'failed', id, message: `no read is called ${name}` };
  budget.begin();
  try {
    const result = await runRead(read, database, parameters);
    if (result === null) return { kind: 'missing', id };
    const packed = pack(bytesOf(read, result.value), encoding);
    return { kind: 'answer', id, ...packed, headers: result.headers, cpuMs: budget.spentMs() };
  } catch (error) {
    if (isStoreDamage(error)) return { kind: 'damaged', id, message: String(error) };
    if (error instanceof CpuSpent) return { kind: 'stopped', id, cpuMs: budget.spentMs() };
    return { kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function bytesOf(read: Read<unknown>, value: unknown): Uint8Array<ArrayBuffer> {
  if (read.pieces === undefined) return encoder.encode(read.serialize(value));
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const text of read.pieces(value)) {
    const piece = encoder.encode(text);
    pieces.push(piece);
    length += piece.length;
    betweenSteps();
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

async function reply(request: ReadRequest): Promise<void> {
  const message = await answer(request);
  port.postMessage(message, message.kind === 'answer' ? [message.body.buffer as ArrayBuffer] : []);
}

port.on('message', (request: ReadRequest | 'stop') => {
  if (request !== 'stop') {
    previous = previous.then(() => reply(request));
    return;
  }
  void previous.then(() => {
    connection.close();
    port.close();
  });
});
