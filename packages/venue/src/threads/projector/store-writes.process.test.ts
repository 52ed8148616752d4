/** A read store on a full disk: entries go on, reads are refused, and all is shown when there is space again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import { ReadStoreUnavailable } from '@bellwether/ports/reader.ts';
import { ROOM_FOR_STORE } from '@bellwether/ports/storage.ts';
import { eventually } from '@bellwether/venue-process/progress';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SmallDisk } from '../../ops/testing/small-disk.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { createRebuiltReaders, type RebuiltReaders } from '../readers/rebuilt-readers.ts';
import { useRecordedFolder } from '../testing/recorded-folder.ts';
import { type ProjectorHandle, startProjector } from './projector-thread.ts';

/** The check for space never reports a full disk; only a failing write does. */
const NO_BOUNDS = { keptBytes: 0, againBytes: 0 };
const SMALL_MIB = 4;
const LARGE_MIB = 64;
const FULL = /^unwritable: cannot write .*store\.sqlite: the disk is full \(ENOSPC.*Make room on it/;

const recorded = useRecordedFolder();
let disk: SmallDisk | undefined;
let told: string[];
let running: { projector: ProjectorHandle; readers: RebuiltReaders; port: MessagePort } | null;

type MessagePort = MessageChannel['port1'];

beforeEach(({ skip }) => {
  told = [];
  running = null;
  const mounted = SmallDisk.mount(SMALL_MIB);
  if (mounted === null) return skip('a small disk cannot be mounted here');
  disk = mounted;
});

afterEach(async () => {
  await stop();
  disk?.unmount();
  disk = undefined;
});

const storeFile = (): string => join(disk?.path ?? '', 'store.sqlite');

/** Projector and readers, connected as the venue connects them. */
async function start(storeRoom = NO_BOUNDS): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let readers: RebuiltReaders | null = null;
  let state: RebuiltReaders['state'] = 'ready';
  let projected = 0;
  const suspend = async (why: Exclude<RebuiltReaders['state'], 'ready'>): Promise<void> => {
    state = why;
    await readers?.suspend(why);
  };
  const projector = await startProjector({
    dataDir: recorded.now.dataDir,
    storeFile: storeFile(),
    storeRoom,
    recordPort: port2,
    onProjected: (sequence) => {
      projected = sequence;
      readers?.setProjected(sequence);
    },
    onReplaced: (message) => told.push(`replaced: ${message}`),
    onDamaged: (message) => {
      told.push(`damaged: ${message}`);
      return suspend('rebuilding');
    },
    onUnwritable: (message) => {
      told.push(`unwritable: ${message}`);
      return suspend('unwritable');
    },
    onRebuilt: () => {
      told.push('ready again');
      state = 'ready';
      readers?.resume();
    },
    onFailure: (message) => told.push(`failed: ${message}`),
  });
  const onDamaged = (message: string) => projector.rebuild(message);
  const patient = { waitMs: 600_000, readMsMax: 600_000 };
  const made = createRebuiltReaders({ storeFile: storeFile(), runtime: MACHINE, onDamaged, ...patient }, state);
  readers = made;
  made.setAcknowledged(recorded.now.published);
  made.setProjected(projected);
  running = { projector, readers: made, port: port1 };
}

async function stop(): Promise<void> {
  const { projector, readers } = running ?? {};
  running = null;
  await readers?.close();
  await projector?.stop();
}

/** Trades, makes the entries durable, and hands them to the running projector. */
async function trade(count: number): Promise<void> {
  recorded.now.trade(count);
  await recorded.now.publish((record) => running?.port.postMessage(record));
  running?.readers.setAcknowledged(recorded.now.published);
}

/** Number of trades that the readers show, once they show everything. */
async function shown(): Promise<number> {
  const answer = await running?.readers.read('trades', { limit: 10_000, offset: 0, takerOnly: true });
  return (JSON.parse(new TextDecoder().decode(answer?.body)) as unknown[]).length;
}

const becomes = (state: 'ready' | 'unwritable') => eventually(() => expect(running?.readers.state).toBe(state));

/** Goes on trading until the disk of the store accepts no more. */
async function tradeUntilFull(): Promise<number> {
  let trades = 0;
  while (running?.readers.state === 'ready') {
    await trade(20);
    trades += 20;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return trades;
}

test('store writes: on a full disk entries go on, reads are refused at once, and all is shown when there is room [D30]', async () => {
  await start();
  await trade(1);
  expect(await shown()).toBe(1);
  disk?.fill('ballast');
  const trades = 1 + (await tradeUntilFull());
  await expect(shown()).rejects.toThrow(ReadStoreUnavailable);
  await trade(5);
  await expect(shown()).rejects.toThrow(ReadStoreUnavailable);
  expect(told).toEqual([expect.stringMatching(FULL)]);
  disk?.remove('ballast');
  disk?.resize(LARGE_MIB);
  await becomes('ready');
  expect(await shown()).toBe(trades + 5);
  await trade(1);
  expect(await shown()).toBe(trades + 6);
  // Reported once, however often it was retried; and nothing was rebuilt from scratch.
  expect(told).toEqual([expect.stringMatching(FULL), 'ready again']);
});

test('store writes: a read that waits for rows when the disk fills up is refused, too [D30]', async () => {
  await start();
  await trade(1);
  expect(await shown()).toBe(1);
  // Waits for an entry that never comes, for up to ten minutes.
  running?.readers.setAcknowledged(Number.MAX_SAFE_INTEGER);
  const waiting = shown();
  waiting.catch(() => undefined);
  disk?.fill('ballast');
  await tradeUntilFull();
  await expect(waiting).rejects.toThrow(ReadStoreUnavailable);
});

test('store writes: killed and started on the full disk, or stopped in order there, it loses nothing [D30]', async () => {
  await start();
  disk?.fill('ballast');
  const trades = await tradeUntilFull();
  await stop();
  expect(told.filter((line) => line.startsWith('failed'))).toEqual([]);
  await trade(3);
  // The start goes on without the store, and reports that.
  told = [];
  await start();
  await expect(shown()).rejects.toThrow(ReadStoreUnavailable);
  expect(told[0]).toMatch(FULL);
  disk?.remove('ballast');
  disk?.resize(LARGE_MIB);
  await becomes('ready');
  expect(await shown()).toBe(trades + 3);
});

test('store writes: a store that was damaged while there was no room is made again when there is', async () => {
  await start();
  disk?.fill('ballast');
  const trades = await tradeUntilFull();
  await stop();
  writeFileSync(storeFile(), flipped(readFileSync(storeFile()), 5_000), { flag: 'r+' });
  told = [];
  await start();
  disk?.remove('ballast');
  disk?.resize(LARGE_MIB);
  await becomes('ready');
  expect(await shown()).toBe(trades);
  expect(told.join('\n')).toMatch(/replaced: .*is not what was written|unwritable: .*is not what was written/);
});

test('store writes: with little room left they stop before one fails, and leave it to the journal', async () => {
  disk?.resize(LARGE_MIB);
  await start(ROOM_FOR_STORE);
  await trade(1);
  expect(await shown()).toBe(1);
  disk?.fill('ballast', LARGE_MIB - 16);
  await trade(1);
  await becomes('unwritable');
  await expect(shown()).rejects.toThrow(ReadStoreUnavailable);
  expect(told).toEqual([expect.stringMatching(/^unwritable: .*its disk is almost full, and what is left is kept/)]);
  disk?.remove('ballast');
  await becomes('ready');
  expect([await shown(), told[1]]).toEqual([2, 'ready again']);
});
