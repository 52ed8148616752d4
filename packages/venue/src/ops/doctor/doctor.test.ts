/** The doctor: a folder and a machine with one fault each, and the line that says what to do. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { installSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { lockDataFolder, recordHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { makeFolder } from '@bellwether/ledger/files/make-folder.ts';
import { editDatabase } from '@bellwether/ledger/files/testing/edit-database.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { ROOM_FOR_ORDERS } from '@bellwether/ports/storage.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { runDoctor } from './doctor.ts';
import { checkFree } from './folder.ts';

let dataDir: string;

const TRIGGER = 'CREATE TRIGGER lost BEFORE INSERT ON records BEGIN SELECT raise(IGNORE); END';

const MIB = 2 ** 20;
test.each([
  [
    ROOM_FOR_ORDERS.keptBytes - 1,
    'fails',
    '63 MiB free, and a venue refuses orders below 64, and takes them again from 96',
  ],
  [78 * MIB, 'warns', '78 MiB free; a venue refuses orders below 64'],
  [ROOM_FOR_ORDERS.againBytes, 'ok', '96 MiB free'],
])('doctor: %d free bytes are judged by the bounds of a venue', (free, is, text) => {
  expect(checkFree(free)).toEqual({ is, text: expect.stringContaining(text) });
});

/** The lines that say more than "ok", and the verdict. */
async function consult(settings: Readonly<Record<string, string>> = {}, wallMs = MACHINE.clock.wallMs()) {
  const lines: string[] = [];
  const environment = { BELLWETHER_DATA_DIR: dataDir, BELLWETHER_PORT: '0', ...settings };
  const runtime = { ...MACHINE, clock: { ...MACHINE.clock, wallMs: () => wallMs } };
  const isSound = await runDoctor(readConfig(environment, false), runtime, (line) => void lines.push(line));
  return { isSound, problems: lines.filter((line) => !line.startsWith('ok ')), lines };
}

/** A port that is in use until the test has ended. */
async function takenPort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('doctor: on an empty folder', () => {
  beforeEach(() => {
    dataDir = join(newFolder(), 'venue', 'data');
  });

  test('doctor: a machine that can run a venue has nothing to say, and nothing is left behind', async () => {
    const { isSound, lines } = await consult();
    expect([isSound, lines.length]).toEqual([true, 9]);
    expect(lines).toContainEqual(`ok   data folder  ${dataDir} will be created`);
    expect(readdirSync(join(dataDir, '../..'))).toEqual([]);
  });

  test.each([
    ['a link that leads nowhere', 'link', /link: it is not there \(ENOENT\)\. Check BELLWETHER_DATA_DIR/],
    ['a file', 'file', /file: a part of its path is not a folder \(ENOTDIR\)\. Check BELLWETHER_DATA_DIR/],
    ['a path below a file', 'file/data', /file: a part of its path is not a folder \(ENOTDIR\)/],
    ['a path where nothing can be made', '/proc/x', /\/proc: (?:it is not there|permission denied) \(E/],
  ])('doctor: %s as data folder is named once', async (_what, path, words) => {
    const parent = newFolder();
    symlinkSync(join(parent, 'none'), join(parent, 'link'));
    writeFileSync(join(parent, 'file'), '');
    dataDir = resolve(parent, path);
    const { isSound, problems } = await consult();
    expect([isSound, problems]).toEqual([
      false,
      [expect.stringMatching(/^FAIL data folder {2}cannot write /), expect.stringMatching(/^WARN disk .* not checked/)],
    ]);
    expect(problems[0]).toMatch(words);
    // A start refuses it too, and ends.
    expect(() => makeFolder(dataDir)).toThrow(/^cannot write /);
  });

  test('doctor: a port that another program has is named', async () => {
    const port = await takenPort();
    const words = `127.0.0.1:${port} is in use by another program: stop it, or set BELLWETHER_PORT to another port`;
    const { isSound, problems } = await consult({ BELLWETHER_PORT: String(port) });
    expect([isSound, problems]).toEqual([false, [`FAIL port         ${words}`]]);
  });

  test('doctor: a database that cannot be reached is named without its password', async () => {
    const { isSound, problems } = await consult({ BELLWETHER_JOURNAL: 'postgres://me:hidden@127.0.0.1:1/venue' });
    expect([isSound, problems]).toEqual([
      false,
      [expect.stringMatching(/^FAIL journal {6}PostgreSQL at 127\.0\.0\.1:1, database venue cannot be reached: /)],
    ]);
  });
});

describe('doctor: on the folder of a venue', () => {
  let lastMs: number;

  beforeEach(async () => {
    dataDir = newFolder();
    installSecrets(dataDir, MACHINE.random);
    const venue = new RecordedVenue();
    venue.openAccounts(2);
    const journal = openJournal({ dataDir, release: () => undefined }, MACHINE.random);
    for (const record of venue.records) await journal.append(record);
    await journal.close();
    lastMs = venue.entries.at(-1)?.timeMs ?? 0;
  });

  test('doctor: it reads the end of the journal, and says what reads the rest', async () => {
    const { lines } = await consult();
    expect(lines).toContainEqual(
      expect.stringMatching(/^ok {3}journal {6}ends with entry \d+; "bellwether verify" reads the entries before it$/),
    );
  });

  test('doctor: the venue that runs may have its folder and its port', async () => {
    const port = await takenPort();
    const lock = lockDataFolder(dataDir);
    recordHolder(dataDir, `http://127.0.0.1:${port}`);
    const { isSound, lines } = await consult({ BELLWETHER_PORT: String(port) });
    lock.release();
    expect(isSound).toBe(true);
    expect(lines).toContainEqual(`ok   port         127.0.0.1:${port} belongs to this venue, which runs`);
    expect(lines).toContainEqual(
      `ok   data folder  ${dataDir}, in use by process ${process.pid} at http://127.0.0.1:${port}`,
    );
  });

  const sqlite = (name: string, sql: string): void => editDatabase(join(dataDir, `${name}.sqlite`), sql);
  const write = (name: string, content: string): void => writeFileSync(join(dataDir, name), content);

  test.each<[what: string, harm: () => void, line: RegExp]>([
    ['a damaged key', () => write('master.key', 'zz'), /^FAIL data folder .*master\.key is damaged/],
    [
      'a journal that is gone',
      () => {
        rmSync(join(dataDir, 'journal.sqlite'));
        mkdirSync(join(dataDir, 'replaced-1'));
      },
      /^FAIL data folder .*journal\.sqlite is not there/,
    ],
    [
      'the folder of a sandbox',
      () => write('sandbox.json', '{}'),
      /^FAIL data folder .* is the folder of a sandbox: use "bellwether sandbox"/,
    ],
    [
      'an empty store without the journal that was there',
      () => {
        rmSync(join(dataDir, 'journal.sqlite'));
        write('store.sqlite', '');
      },
      /^FAIL data folder .*journal\.sqlite is not there \(or empty\), and store\.sqlite in the same folder/,
    ],
    [
      'a journal with a foreign trigger [D55]',
      () => editDatabase(join(dataDir, 'journal.sqlite'), TRIGGER),
      /^FAIL journal .*journal\.sqlite has the trigger "lost", which .*Restore a backup/,
    ],
    ['a file that is no journal', () => write('journal.sqlite', 'x'.repeat(9000)), /^FAIL journal /],
  ])('doctor: %s is named', async (_what, harm, line) => {
    harm();
    const { isSound, problems } = await consult();
    expect(isSound).toBe(false);
    expect(problems[0]).toMatch(line);
  });

  const PEOPLE = (format: number, account: string) =>
    `CREATE TABLE people_format (format); INSERT INTO people_format VALUES (${format});
     CREATE TABLE user (account); INSERT INTO user VALUES ('${account}'), (NULL);`;
  const STORE = `CREATE TABLE accounts (address, deposit_wallet); INSERT INTO accounts VALUES ('0xa', '0xb'), ('0xc', '0xc');
    CREATE TABLE act_facts (subject, field, value);`;

  test.each<[what: string, make: () => void, line: RegExp | null]>([
    ['nothing', () => undefined, null],
    ['a store of its log', () => sqlite('people', PEOPLE(1, '0xc')), null],
    [
      'a file that is no store',
      () => write('people.sqlite', 'x'.repeat(9000)),
      /^FAIL people .*Restore it from a backup/,
    ],
    ['a newer store', () => sqlite('people', PEOPLE(2, '0xc')), /^FAIL people .*format 2.*start the newer version/],
    [
      'a store that is newer than the log',
      () => sqlite('people', PEOPLE(1, '0xd')),
      /^WARN people .*accounts of 1 people.*the journal is older/,
    ],
    ['a store that is older', () => sqlite('people', PEOPLE(1, '0xa')), /^WARN people .*nobody has 1 .*such as 0xc/],
  ])('doctor: beside the log, %s of people', async (what, make, line) => {
    if (what !== 'nothing') sqlite('store', STORE);
    make();
    const { problems } = await consult({ BELLWETHER_JOIN: 'invite' }, lastMs);
    expect(problems).toEqual(line === null ? [] : [expect.stringMatching(line)]);
  });

  test('doctor: a clock before the last entry is a warning with the difference', async () => {
    expect((await consult({}, lastMs)).problems).toEqual([]);
    const { isSound, problems } = await consult({}, lastMs - 60_000);
    expect(isSound).toBe(true);
    expect(problems).toEqual([expect.stringMatching(/^WARN clock .* is 60 s before the journal's last entry/)]);
  });
});
