/** Entry of the thread that reads files for a joining node: it reads no further ahead than that node has room for. */

import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { openNewestSnapshot } from '@bellwether/ledger/adapters/snapshot-file/open-newest.ts';
import { PIECE_BYTES, PIECES_UNTAKEN_MAX } from '@bellwether/nodes/limits.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { FromGiver, ToGiver } from '@bellwether/ports/node-files.ts';
import { HeldStore } from '@bellwether/read-model/adapters/store-sqlite/held-store.ts';
import { CHECKSUMS_SUFFIX } from '@bellwether/read-model/adapters/store-sqlite/page-checksums.ts';
import { workerEntry } from '../../runtime/channels.ts';
import { standBack } from '../thread-priority.ts';
import type { GiveWorkerData } from './give-thread.ts';

const { data, channel } = workerEntry<GiveWorkerData, FromGiver, ToGiver>();
standBack();
let untaken = 0;
let hasRoom: () => void = () => undefined;
channel.receive(() => {
  untaken--;
  hasRoom();
});
try {
  for (const message of givenFiles(data)) {
    if (message.kind !== 'piece') {
      channel.send(message);
      continue;
    }
    while (untaken >= PIECES_UNTAKEN_MAX) {
      await new Promise<void>((resolve) => {
        hasRoom = resolve;
      });
    }
    untaken++;
    channel.send(message, [message.bytes.buffer]);
  }
} catch (error) {
  channel.send({ kind: 'refused', why: error instanceof Error ? error.message : String(error) });
}
channel.close();

/** Each file is read when it is requested; open files are closed when the iteration ends. Throws errors of the disk. */
function* givenFiles({ dataDir, parts }: GiveWorkerData): Generator<FromGiver> {
  // Before the store: so its rows are not behind the snapshot.
  if (parts.includes('snapshot')) yield* snapshotFiles(dataDir);
  if (parts.includes('store')) yield* storeFiles(join(dataDir, STORE_FILE));
  yield { kind: 'given' };
}

function* snapshotFiles(dataDir: string): Generator<FromGiver> {
  const files = openNewestSnapshot(dataDir);
  try {
    for (const { name, descriptor } of files) {
      const { size } = fstatSync(descriptor);
      yield { kind: 'file', name, bytes: size };
      yield* piecesOf(descriptor, size);
    }
  } finally {
    for (const { descriptor } of files) closeSync(descriptor);
  }
}

function* storeFiles(file: string): Generator<FromGiver> {
  const store = HeldStore.hold(file);
  if (store === null) return;
  try {
    const { checksums, log, rows } = store;
    yield { kind: 'file', name: STORE_FILE + CHECKSUMS_SUFFIX, bytes: checksums.length };
    for (let at = 0; at < checksums.length; at += PIECE_BYTES) {
      yield { kind: 'piece', bytes: Uint8Array.from(checksums.subarray(at, at + PIECE_BYTES)) };
    }
    if (log !== null && log.bytes > 0) {
      yield { kind: 'file', name: `${STORE_FILE}-wal`, bytes: log.bytes };
      yield* piecesOf(log.descriptor, log.bytes);
    }
    yield { kind: 'file', name: STORE_FILE, bytes: rows.bytes };
    for (const piece of piecesOf(rows.descriptor, rows.bytes)) {
      store.check();
      yield piece;
    }
  } finally {
    store.release();
  }
}

function* piecesOf(descriptor: number, size: number): Generator<FromGiver> {
  for (let at = 0; at < size; ) {
    const bytes = new Uint8Array(Math.min(PIECE_BYTES, size - at));
    const got = readSync(descriptor, bytes, 0, bytes.length, at);
    if (got === 0) throw new Error('a file has become shorter');
    at += got;
    yield { kind: 'piece', bytes: got === bytes.length ? bytes : bytes.slice(0, got) };
  }
}
