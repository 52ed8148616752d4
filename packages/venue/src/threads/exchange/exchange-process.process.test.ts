import { type Command, micros, walletId } from '@bellwether/engine';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { lockDataFolder, readHolder, recordHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { headOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { DataFolderInUse } from '@bellwether/ports/data-folder.ts';
import { createDataDir } from '@bellwether/venue-process';
import { beforeEach, expect, test } from 'vitest';
import { verified } from '../../ops/testing/verified.ts';
import { ExchangeChild } from '../testing/exchange-child.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = createDataDir();
});

test('data folder: a second process is refused and told who has it [D8]', async () => {
  const child = new ExchangeChild(dataDir);
  await child.ready;
  recordHolder(dataDir, 'http://127.0.0.1:8080');
  const second = new ExchangeChild(dataDir);
  const { code, stderr } = await second.ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    `the data folder ${dataDir} is in use by another process (pid ${process.pid}, http://127.0.0.1:8080)\n`,
  );
  await child.end();
});

test('data folder: kill -9 frees it at once [D8]', async () => {
  const child = new ExchangeChild(dataDir);
  await child.ready;
  expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUse);
  expect(readHolder(dataDir)).toEqual({ pid: child.pid, url: null });
  await child.kill();
  lockDataFolder(dataDir).release();
});

test('data folder: two locks in one process exclude each other too', () => {
  const lock = lockDataFolder(dataDir);
  recordHolder(dataDir, null);
  expect(() => lockDataFolder(dataDir)).toThrow(/is in use by another process \(pid \d+\)/);
  lock.release();
  lockDataFolder(dataDir).release();
});

test('data folder: verify runs beside a venue and says so [D15]', async () => {
  const child = new ExchangeChild(dataDir, { projects: true });
  await child.ready;
  expect(await verified(dataDir)).toMatch(/a venue runs on this folder/);
  await child.end();
});

/** The log is moved into the database before it is two mebibytes long. */
const FULL: [string, number][] = [
  ['in the log', 400],
  ['in the database', 2_400],
];

test.each(FULL)('full disk: %s, it ends with one line, nothing acknowledged is lost [D9]', async (_where, limitKib) => {
  const acknowledged = new Map<number, number>();
  let salt = 0;
  const child = new ExchangeChild(dataDir, {
    limitKib,
    onAnswer(id, { kind, sequence }) {
      if (kind === 'accepted') acknowledged.set(id, sequence);
      salt++;
      child.send(salt, placeOrder({ salt, account: salt % 3, price: 100 + 100 * (salt % 30), shares: 5 }));
    },
  });
  await child.ready;
  await child.submitAll(setUpCommands(3, 1));
  const deposit: Command = { kind: 'Deposit', wallet: walletId(0), amount: micros(1_000_000) };
  for (; salt < 20; salt++) child.send(salt, deposit);
  const { code, stderr } = await child.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^bellwether: the exchange has stopped: the journal could not be written: [^\n]+\n$/);
  expect(acknowledged.size).toBeGreaterThan(50);

  const restarted = new ExchangeChild(dataDir);
  const sequence = await restarted.ready;
  expect(sequence).toBeGreaterThanOrEqual(Math.max(...acknowledged.values()));
  const answer = restarted.submit(deposit);
  await restarted.end();
  expect([await answer, headOf(dataDir)]).toEqual([{ kind: 'accepted', sequence: sequence + 1 }, sequence + 1]);
  await verified(dataDir);
});
