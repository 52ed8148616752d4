/** The journal on PostgreSQL: the common contract, then what only a database can do. A real primary with its standby. */

import type { JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { AppendOutcome } from '@bellwether/ports/log.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import {
  appendSamples,
  type BrokenAppend,
  journalSuite,
  readAll,
  sampleRecord,
} from '@bellwether/ports/testing/journal-suite.ts';
import { startPostgresPair } from '@bellwether/postgres-process';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SILENCE_MS_MAX } from './limits.ts';
import { openPostgresLog, type PostgresLog, type PostgresLogOptions } from './postgres-log.ts';
import { openPostgresReader } from './postgres-reader.ts';
import { Databases } from './testing/databases.ts';

let databases: Databases;
let url = '';
let last: PostgresLog | null = null;
const open = new Set<PostgresLog>();

const PATIENCE_MS = 500;
const BREAK = 'CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS';
const TRIGGER = 'CREATE TRIGGER broken BEFORE INSERT ON bellwether.journal FOR EACH ROW EXECUTE FUNCTION broken()';
const END_SELF = 'PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60)';
/** Sessions whose renewal waits for the standby, or for another one that does. */
const RENEWING = `
  SELECT pid FROM pg_stat_activity WHERE application_name = 'bellwether journal' AND datname = $1
    AND wait_event_type IN ('IPC', 'Lock') AND query LIKE '%UPDATE bellwether.head SET lease_until%'`;

/** The lease is renewed only once an hour: a test that looks for a waiting commit would take a renewal for an append. */
async function openLog(more: Partial<PostgresLogOptions> = {}): Promise<PostgresLog> {
  const options = { url, isTest: false, runtime: MACHINE, holder: 'a test', patienceMs: PATIENCE_MS };
  last = await openPostgresLog({ ...options, renewMs: 3_600_000, ...more });
  open.add(last);
  return last;
}

async function untilEnded(log: PostgresLog): Promise<string> {
  for (;;) {
    try {
      log.checkPlace();
    } catch (error) {
      return String(error);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

async function openNew(more: Partial<PostgresLogOptions> = {}): Promise<PostgresLog> {
  url = await databases.create();
  return openLog(more);
}

async function reopen(kind: JournalKind = 'venue'): Promise<PostgresLog> {
  // First of all: every commit waits for the standby.
  await databases.replicate();
  await databases.admin(`ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS true`);
  await databases.within(url, 'DROP TRIGGER IF EXISTS broken ON bellwether.journal; DROP FUNCTION IF EXISTS broken');
  await last?.close();
  return openLog({ kind });
}

/** Refused by the server; committed without its standby; lost with the connection, and no server to ask. */
async function breakNext(how: BrokenAppend): Promise<void> {
  if (how === 'failed') {
    await databases.within(url, `${BREAK} $$ BEGIN RAISE 'no room'; END $$; ${TRIGGER}`);
    return;
  }
  if (how === 'unknown and there') {
    await databases.stopReplication();
    void databases.awaitingStandby(url).then((pid) => databases.admin('SELECT pg_cancel_backend($1)', [pid]));
    return;
  }
  await databases.within(url, `${BREAK} $$ BEGIN ${END_SELF}; END $$; ${TRIGGER}`);
  await databases.admin(`ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS false`);
}

describeWithPostgres('postgres', () => {
  beforeAll(async () => {
    databases = await Databases.start();
  });
  afterEach(async () => {
    await databases.replicate();
    await Promise.all([...open].map((log) => log.close()));
    open.clear();
    last = null;
  });
  afterAll(() => databases?.stop());

  journalSuite('postgres journal', () => ({
    open: (kind = 'venue') => openNew({ kind }),
    reopen,
    takeOver: () => openLog(),
    breakNext,
  }));

  describe('postgres journal: an answer that is lost', () => {
    test('journal: lost before the commit, it is sent again and is there once', async () => {
      const log = await openNew();
      const records = await appendSamples(log, [1]);
      const once = `BEGIN IF nextval('tries') = 1 THEN ${END_SELF}; END IF; RETURN NEW; END`;
      await databases.within(url, `CREATE SEQUENCE tries; ${BREAK} $$ ${once} $$; ${TRIGGER}`);
      records.push(...(await appendSamples(log, [2])));
      expect(await databases.within(url, 'SELECT last_value FROM tries')).toEqual([{ last_value: '2' }]);
      expect(await readAll(await reopen())).toEqual(records);
    });

    test('journal: several at once are all there, once, or none is', async () => {
      const log = await openNew();
      const records = await appendSamples(log, [1]);
      const once = `BEGIN IF nextval('tries') = 2 THEN ${END_SELF}; END IF; RETURN NEW; END`;
      await databases.within(url, `CREATE SEQUENCE tries; ${BREAK} $$ ${once} $$; ${TRIGGER}`);
      const several = [sampleRecord(await log.head(), 2, 'one')];
      for (const format of ['text', 'bytes'] as const) several.push(sampleRecord(endOf(several), 3, 'another', format));
      expect(await log.appendAll(several)).toEqual({ kind: 'durable' });
      expect(await databases.within(url, 'SELECT last_value FROM tries')).toEqual([{ last_value: '5' }]);
      records.push(...several, ...(await appendSamples(log, [1])));
      expect([await log.head(), (await log.appendAll(several)).kind]).toEqual([endOf(records), 'fenced']);
      expect(await readAll(await reopen())).toEqual(records);
    });

    test('journal: lost after the commit, it is durable once a standby has it, and not before', async () => {
      const log = await openNew();
      const records = await appendSamples(log, [1]);
      const record = sampleRecord(await log.head(), 2, 'lost');
      await databases.stopReplication();
      let outcome: AppendOutcome | null = null;
      const appending = log.append(record).then((told) => {
        outcome = told;
      });
      const pid = await databases.awaitingStandby(url);
      await databases.admin('SELECT pg_terminate_backend($1)', [pid]);
      // The query for the outcome waits as well, though the record is visible to everyone.
      await databases.awaitingStandby(url, pid);
      const heads = await databases.within(url, 'SELECT last_sequence FROM bellwether.head');
      expect([heads, outcome]).toEqual([[{ last_sequence: '3' }], null]);
      await databases.replicate();
      await appending;
      expect(outcome).toEqual({ kind: 'durable' });
      records.push(record, ...(await appendSamples(log, [1])));
      expect(await readAll(await reopen())).toEqual(records);
    });

    test('journal: lost, and another one has taken over: it is unknown, and what is there is there once', async () => {
      const log = await openNew();
      const records = await appendSamples(log, [1]);
      const record = sampleRecord(await log.head(), 2, 'lost');
      await databases.stopReplication();
      const appending = log.append(record);
      const pid = await databases.awaitingStandby(url);
      // Ends the session directly in the database, where no statement waits for the row.
      await databases.admin('SELECT pg_terminate_backend($1)', [pid]);
      const asking = await databases.awaitingStandby(url, pid);
      await databases.within(
        url,
        `SET synchronous_commit = local; SELECT pg_terminate_backend(${asking}); UPDATE bellwether.head SET epoch = epoch + 1`,
      );
      await databases.replicate();
      expect(['unknown', 'durable']).toContain((await appending).kind);
      const head = await log.head().catch(() => endOf([record]));
      expect((await log.append(sampleRecord(head, 1))).kind).not.toBe('durable');
      expect(await readAll(await reopen())).toEqual([...records, record]);
    });

    test('journal: a wait for the standby that is cancelled is no commit, and nothing follows it', async () => {
      const log = await openNew();
      const record = sampleRecord(await log.head(), 1, 'cancelled');
      await breakNext('unknown and there');
      const error = { message: expect.stringContaining('may not be replicated') };
      expect(await log.append(record)).toMatchObject({ kind: 'unknown', error });
      await expect(log.head()).rejects.toThrow('only who has the journal next can tell');
      expect(() => log.checkPlace()).toThrow('may not be replicated');
    });
  });

  describe('postgres journal: two leaders', () => {
    test('journal: of two that append and take over in turns, at most one has each entry', async () => {
      await openNew();
      const durable: JournalRecord[] = [];
      const leads = async (name: string, rounds: number): Promise<void> => {
        for (let round = 0; round < rounds; round++) {
          const log = await openLog();
          for (let count = 0; ; count++) {
            const record = sampleRecord(await log.head(), 1, `${name} ${round} ${count}`);
            const outcome = await log.append(record);
            if (outcome.kind === 'durable') durable.push(record);
            else {
              expect(outcome.kind).toBe('fenced');
              break;
            }
            if (round === rounds - 1 && count === 20) break;
          }
        }
      };
      await Promise.all([leads('one', 5), leads('other', 5)]);
      durable.sort((one, other) => one.firstSequence - other.firstSequence);
      expect(await readAll(await reopen())).toEqual(durable);
      expect(durable.length).toBeGreaterThan(20);
    });

    test('journal: one that is idle finds out that another leads', async () => {
      const old = await openNew({ renewMs: 1 });
      await openLog();
      expect(await untilEnded(old)).toMatch(/another process has taken over the journal: epoch 1 is over/);
    });

    test('journal: one that is idle and finds no primary ends after a while, as one that writes does', async () => {
      const log = await openNew({ renewMs: 1 });
      await databases.admin(`ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS false`);
      await databases.admin('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [nameOf(url)]);
      expect(await untilEnded(log)).toMatch(/the journal could not be written: .*not currently accepting connections/);
    });

    test('journal: one that is idle and whose standby is away waits for it, however long', async () => {
      url = await databases.create();
      // Statements are given up by hand, once they wait, and each time patience has passed since the one before.
      const { clock, timers } = MACHINE;
      const givingUp = new Set<() => void>();
      let aheadMs = 0;
      const runtime: Pick<Runtime, 'clock' | 'timers'> = {
        clock: { ...clock, monotonicMs: () => clock.monotonicMs() + aheadMs },
        timers: {
          ...timers,
          after: (delayMs, giveUp) => {
            if (delayMs !== SILENCE_MS_MAX) return timers.after(delayMs, giveUp);
            givingUp.add(giveUp);
            return () => givingUp.delete(giveUp);
          },
        },
      };
      const log = await openPostgresLog({ url, isTest: false, runtime, holder: 'a test', patienceMs: PATIENCE_MS });
      open.add(log);
      const { standby } = databases.pair;
      await standby?.pause();
      try {
        const tried = new Set<unknown>();
        while (tried.size < 8) {
          for (const { pid } of await databases.admin(RENEWING, [nameOf(url)])) {
            if (tried.has(pid)) continue;
            tried.add(pid);
            aheadMs += 2 * PATIENCE_MS;
            for (const giveUp of givingUp) giveUp();
          }
          log.checkPlace();
        }
      } finally {
        standby?.resume();
      }
      expect(await log.append(sampleRecord(await log.head(), 1, 'at last'))).toEqual({ kind: 'durable' });
    });

    test('journal: one that is idle ends at once where it is refused, as one that writes does', async () => {
      const log = await openNew({ renewMs: 1 });
      await databases.within(url, 'ALTER TABLE bellwether.head ADD CHECK (lease_until IS NULL) NOT VALID');
      expect(await untilEnded(log)).toMatch(/the journal could not be written: .*violates check constraint/);
    });
  });

  test('journal: the primary is killed and its standby promoted: the writer goes on there, and all is there', async () => {
    const pair = await startPostgresPair({ standby: true });
    onTestFinished(() => pair.stop());
    const both = pair.primary.url.replace(/(127[^/]*)/, `$1,127.0.0.1:${pair.standby?.port}`);
    // The promoted server has no standby.
    const log = await openPostgresLog({ url: both, isTest: true, runtime: MACHINE, holder: 'a test' });
    open.add(log);
    const records = await appendSamples(log, [1, 2]);
    await pair.primary.kill();
    const record = sampleRecord(await log.head(), 1, 'on the other one');
    const appending = log.append(record);
    await pair.promote();
    expect(await appending).toEqual({ kind: 'durable' });
    records.push(record, ...(await appendSamples(log, [1])));
    expect(await readAll(log)).toEqual(records);
    await log.close();
  });

  describe('postgres journal: what is refused', () => {
    test('journal: a database without one has no reader, and is left as it was', async () => {
      url = await databases.create();
      expect(await openPostgresReader({ url, isTest: false, runtime: MACHINE })).toBeNull();
      expect(await databases.within(url, "SELECT to_regnamespace('bellwether') AS there")).toEqual([{ there: null }]);
    });

    test('journal: a database whose commits wait for no standby, unless a test says so', async () => {
      url = await databases.create();
      await databases.dropStandbys();
      await expect(openLog()).rejects.toThrow('synchronous_standby_names is empty');
      const log = await openLog({ isTest: true });
      expect(log.unsafe).toEqual([expect.stringContaining('synchronous_standby_names is empty')]);
    });

    test('journal: a writer goes on no longer than the database waits for a standby', async () => {
      const log = await openNew();
      await appendSamples(log, [1]);
      await databases.dropStandbys();
      const error = { message: expect.stringContaining('synchronous_standby_names has been emptied') };
      const outcome = await log.append(sampleRecord(await log.head(), 1, 'on one machine'));
      expect(outcome).toMatchObject({ kind: 'unknown', error });
      expect(() => log.checkPlace()).toThrow('synchronous_standby_names has been emptied');
    });

    test('journal: one that is idle finds that out, too', async () => {
      const log = await openNew({ renewMs: 20 });
      await databases.dropStandbys();
      expect(await untilEnded(log)).toContain('synchronous_standby_names has been emptied');
    });

    test('journal: sessions that commit without their standby, even for a test', async () => {
      url = await databases.create();
      await databases.admin(`ALTER DATABASE ${nameOf(url)} SET synchronous_commit = 'local'`);
      await expect(openLog()).rejects.toThrow('synchronous_commit is local');
      await expect(openLog({ isTest: true })).rejects.toThrow('synchronous_commit is local');
    });

    test.each([
      ['password', /:[^:@]*@/, ':a-wrong-secret@', 'password authentication failed'],
      ['user', /\w+:[^:@]*@/, 'nobody:a-wrong-secret@', 'password authentication failed'],
      ['database', /[^/]*$/, 'another_one', 'database "another_one" does not exist'],
    ])('journal: a %s that is wrong, at once and without repeating a password', async (_what, part, wrong, words) => {
      url = (await databases.create()).replace(part, wrong);
      const error = await openLog({ patienceMs: Number.POSITIVE_INFINITY }).catch(String);
      expect(error).toMatch(new RegExp(`refuses the user, password or database of its address: .*${words}`));
      expect(error).not.toContain('a-wrong-secret');
    });

    const DAMAGE: [string, string, RegExp][] = [
      ['a lost record', 'DELETE FROM journal WHERE first_sequence = 3', /record 4\.\.4 does not continue/],
      ['a lost end', 'DELETE FROM journal WHERE first_sequence = 4', /it must end with entry 4 .* ends with 3/],
      ['a new end', "UPDATE journal SET payload = payload || 'x' WHERE first_sequence = 4", /record 4\.\.4 is damaged/],
      ['another format', 'UPDATE head SET format = 3', /has format 3, this program reads formats up to 2/],
      ...FOREIGN.map(([what, sql, object]): [string, string, RegExp] => [
        `a foreign ${what} [D55]`,
        sql,
        new RegExp(`the schema "bellwether" .* has the ${object}, which this program does not create: .*Drop`),
      ]),
      [
        'a default that is gone',
        'ALTER TABLE head ALTER holder DROP NOT NULL',
        /has the column head.holder text, which/,
      ],
      [
        'a key that is gone',
        'ALTER TABLE journal DROP CONSTRAINT journal_pkey',
        /does not have the index journal_pkey/,
      ],
    ];
    test.each(DAMAGE)('journal: %s', async (_what, sql, message) => {
      await appendSamples(await openNew(), [2, 1, 1]);
      await databases.within(url, `SET search_path = bellwether; ${sql}`);
      const read = async (): Promise<unknown> => readAll(await reopen());
      await expect(read()).rejects.toThrow(message);
    });
  });
});

const FUNCTION = 'CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$';

const FOREIGN: readonly (readonly [what: string, sql: string, object: string])[] = [
  [
    'trigger',
    `${FUNCTION}; CREATE TRIGGER lost BEFORE INSERT ON journal EXECUTE FUNCTION nothing()`,
    'trigger journal.lost',
  ],
  ['rule', 'CREATE RULE lost AS ON INSERT TO journal DO INSTEAD NOTHING', 'rule journal.lost'],
  ['column', 'ALTER TABLE journal ADD note text', 'column journal.note text'],
  ['constraint', 'ALTER TABLE journal ADD CHECK (epoch < 1000)', 'constraint journal.journal_epoch_check CHECK .*'],
  ['index', 'CREATE UNIQUE INDEX other ON journal (epoch, hash)', 'index other'],
  ['view', 'ALTER TABLE journal RENAME TO kept; CREATE VIEW journal AS SELECT * FROM kept', 'view journal'],
  ['policy', 'CREATE POLICY few ON journal USING (false)', 'policy journal.few'],
  ['row security', 'ALTER TABLE journal ENABLE ROW LEVEL SECURITY', 'table journal with row security'],
  ['child', 'CREATE TABLE public.child () INHERITS (journal)', 'inheritance of journal'],
  ['way of storage', 'ALTER TABLE journal SET UNLOGGED', '(table|index) journal(_pkey)? UNLOGGED'],
];

function endOf(records: readonly JournalRecord[]): JournalHead {
  const { lastSequence, hash } = records.at(-1) as JournalRecord;
  return { sequence: lastSequence, hash };
}
