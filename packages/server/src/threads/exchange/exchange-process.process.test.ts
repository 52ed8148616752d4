/** The exchange as a separate process: a folder of its own, a full disk. */
import { type Command, micros, walletId } from '@bellwether/engine';
import { createDataDir } from '@bellwether/venue-process';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder, readHolder, recordHolder } from '../../adapters/data-folder/lock.ts';
import { openJournalReader } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { verified } from '../../ops/testing/verified.ts';
import { DataFolderInUse } from '../../ports/data-folder.ts';
import { placeOrder, setUpCommands } from '../../sequencer/testing/sample-venue.ts';
import { type Answer, ExchangeChild } from '../testing/exchange-child.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = createDataDir();
});

const ignore = (): void => undefined;

describe('data folder', () => {
  test('data folder: a second process is refused and told who has it [D8]', async () => {
    const child = new ExchangeChild(dataDir, ignore);
    await child.ready;
    recordHolder(dataDir, 'http://127.0.0.1:8080');
    const second = new ExchangeChild(dataDir, ignore);
    const { code, stderr } = await second.ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `the data folder ${dataDir} is in use by another process (pid ${process.pid}, http://127.0.0.1:8080)\n`,
    );
    child.end();
    expect((await child.ended).code).toBe(0);
  });

  test('data folder: kill -9 frees it at once [D8]', async () => {
    const child = new ExchangeChild(dataDir, ignore);
    await child.ready;
    expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUse);
    expect(readHolder(dataDir)).toEqual({ pid: child.pid, url: null });
    child.kill();
    await child.ended;
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
    const child = new ExchangeChild(dataDir, ignore, ['--projector']);
    await child.ready;
    expect(await verified(dataDir)).toMatch(/a venue runs on this folder/);
    child.end();
    await child.ended;
  });
});

/** The log is moved into the database before it is two mebibytes long. */
const FULL: [string, number][] = [
  ['in the log', 400],
  ['in the database', 2_400],
];

describe('full disk', () => {
  test.each(FULL)(
    'full disk: %s, the process ends with one line, and nothing acknowledged is lost [D9]',
    async (_where, limitKib) => {
      const acknowledged = new Map<number, number>();
      let nextId = 0;
      const answer = (id: number, { kind, sequence }: Answer): void => {
        if (kind === 'accepted') acknowledged.set(id, sequence);
        child.send(
          nextId++,
          placeOrder({ salt: nextId, account: nextId % 3, price: 100 + 100 * (nextId % 30), shares: 5 }),
        );
      };
      const child = new ExchangeChild(dataDir, answer, [], limitKib);
      await child.ready;
      for (const command of setUpCommands(3, 1)) child.send(nextId++, command);
      for (let more = 0; more < 20; more++) {
        child.send(nextId++, { kind: 'Deposit', wallet: walletId(0), amount: micros(1_000_000) });
      }
      const { code, stderr } = await child.ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^bellwether: the exchange has stopped: the journal could not be written: [^\n]+\n$/);
      expect(acknowledged.size).toBeGreaterThan(50);

      const again = new Map<number, Answer>();
      const restarted = new ExchangeChild(dataDir, (id, outcome) => again.set(id, outcome));
      const sequence = await restarted.ready;
      expect(sequence).toBeGreaterThanOrEqual(Math.max(...acknowledged.values()));
      const deposit: Command = { kind: 'Deposit', wallet: walletId(0), amount: micros(1) };
      restarted.send(1, deposit);
      restarted.end();
      expect((await restarted.ended).code).toBe(0);
      expect(again.get(1)).toEqual({ kind: 'accepted', sequence: sequence + 1 });
      const reader = openJournalReader(dataDir);
      expect(reader.head().sequence).toBe(sequence + 1);
      reader.close();
      await verified(dataDir);
    },
  );
});
