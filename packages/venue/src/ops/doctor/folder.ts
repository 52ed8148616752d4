/** Checks of the data folder and of the disk under it. */
import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { checkJournalIsThere } from '@bellwether/ledger/adapters/data-folder/has-journal.ts';
import { checkSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { type DataFolderHolder, isDataFolderInUse, readHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { freeBytesOf } from '@bellwether/ledger/adapters/data-folder/storage-room.ts';
import { checkWritable, nearestOf } from '@bellwether/ledger/files/make-folder.ts';
import { storageError } from '@bellwether/ledger/files/storage-error.ts';
import type { Clock, Runtime } from '@bellwether/ports/runtime.ts';
import { ROOM_FOR_ORDERS } from '@bellwether/ports/storage.ts';
import type { Config } from '../../config.ts';
import { isSandboxFolder } from '../sandbox-folder.ts';
import { type Finding, fails, ok, warns } from './finding.ts';

const SCRATCH = '.doctor-';
const SYNCS = 21;
/** Time of a synced write above which an order feels slow: every order waits for one. */
const SLOW_SYNC_MS = 20;
const MIB = 1024 * 1024;

/** The running process that has the folder; null if there is none. */
export function holderOf(dataDir: string): DataFolderHolder | null {
  return existsSync(dataDir) && isDataFolderInUse(dataDir) ? readHolder(dataDir) : null;
}

export function checkFolder({ dataDir, sandbox, journal }: Config): Finding {
  const nearest = nearestOf(dataDir);
  checkUsable(nearest);
  if (nearest !== dataDir) return ok(`${dataDir} will be created`);
  if (isSandboxFolder(dataDir) && !sandbox) {
    return fails(`${dataDir} is the folder of a sandbox: use "bellwether sandbox", or set BELLWETHER_DATA_DIR`);
  }
  checkSecrets(dataDir);
  if (journal === null && !isSandboxFolder(dataDir)) checkJournalIsThere(dataDir);
  const holder = holderOf(dataDir);
  if (holder === null) return ok(`${dataDir}, no venue runs on it`);
  return ok(`${dataDir}, in use by process ${holder.pid}${holder.url === null ? '' : ` at ${holder.url}`}`);
}

/** Throws `StorageError` unless a folder can be made in `folder`. Where nothing can, as in /proc, permissions do not say so. */
function checkUsable(folder: string): void {
  checkWritable(folder);
  try {
    rmdirSync(mkdtempSync(join(folder, SCRATCH)));
  } catch (error) {
    throw storageError('write', folder, error);
  }
}

/** Free space, and how long a synced write takes on the disk of the data folder. */
export function checkSpace({ dataDir }: Config, { clock }: Runtime): Finding {
  const nearest = nearestOf(dataDir);
  try {
    checkUsable(nearest);
  } catch {
    return warns('not checked: the data folder cannot be written');
  }
  const space = checkFree(freeBytesOf(nearest) ?? Number.POSITIVE_INFINITY);
  if (space.is !== 'ok') return space;
  const syncMs = syncTime(nearest, clock);
  const text = `${space.text}, a synced write takes ${syncMs.toFixed(1)} ms`;
  if (syncMs <= SLOW_SYNC_MS) return ok(text);
  return warns(`${text}: each order waits for one. Use a faster disk`);
}

/** Free bytes against the bounds by which a venue takes orders. */
export function checkFree(free: number): Finding {
  const space = Number.isFinite(free) ? `${Math.floor(free / MIB)} MiB free` : 'free space unknown';
  const { keptBytes, againBytes } = ROOM_FOR_ORDERS;
  const rule = `a venue refuses orders below ${keptBytes / MIB}, and takes them again from ${againBytes / MIB}: make room`;
  if (free < keptBytes) return fails(`${space}, and ${rule}`);
  return free < againBytes ? warns(`${space}; ${rule}`) : ok(space);
}

/** Median in milliseconds of writing and syncing a page, in a folder of its own that is removed. */
function syncTime(folder: string, { monotonicMs }: Clock): number {
  const scratch = mkdtempSync(join(folder, SCRATCH));
  try {
    const file = openSync(join(scratch, 'sync'), 'w');
    const page = Buffer.alloc(4096, 1);
    const times = Array.from({ length: SYNCS }, () => {
      const begun = monotonicMs();
      writeSync(file, page);
      fdatasyncSync(file);
      return monotonicMs() - begun;
    });
    closeSync(file);
    return times.sort((a, b) => a - b)[Math.floor(SYNCS / 2)] ?? 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
