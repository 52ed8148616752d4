/** Requirements for every log: one suite, run against each adapter. */
import type { Command, Entry } from '@bellwether/engine';
import { entriesOfRecord } from '@bellwether/ledger/record/journal-record.ts';
import { RecordWriter } from '@bellwether/ledger/record/record-bytes.ts';
import { chainHash, entryLine } from '@bellwether/ledger/record/record-text.ts';
import { describe, expect, test } from 'vitest';
import { FOLLOW_WAITING_MAX, LogTail } from '../follow-log.ts';
import { GENESIS_HASH, type JournalHead, type JournalRecord } from '../journal.ts';
import { type JournalKind, JournalOfOtherKind } from '../journal-kind.ts';
import type { AppendOutcome, Log, LogRecords } from '../log.ts';

/** Storage format of entries: the current one, or that of older journals. */
export type RecordFormat = 'bytes' | 'text';

/** A record of `count` entries that continues `head`; `text` makes its content unique. */
export function sampleRecord(head: JournalHead, count: number, text = 'none', format: RecordFormat = 'bytes') {
  const command = { kind: 'SetMode', mode: text } as unknown as Command;
  const entries = Array.from({ length: count }, (_, index) => {
    const sequence = head.sequence + index + 1;
    return { sequence, timeMs: 1_000 + sequence, command, events: [] };
  });
  if (format === 'text') return textRecord(head, entries);
  const writer = new RecordWriter(head);
  for (const { sequence, timeMs } of entries) {
    writer.write({ sequence, timeMs }, command, JSON.stringify(command), []);
    writer.keep();
  }
  return (writer.finish() as NonNullable<ReturnType<typeof writer.finish>>).record;
}

export function textRecord(head: JournalHead, entries: readonly Entry<Command>[]): JournalRecord {
  let hash = head.hash;
  let payload = '';
  for (const { sequence, timeMs, command, events } of entries) {
    const line = entryLine(sequence, timeMs, JSON.stringify(command), JSON.stringify(events));
    hash = chainHash(hash, line);
    payload += `${line}\n`;
  }
  const { sequence } = head;
  const lastSequence = sequence + entries.length;
  return { firstSequence: sequence + 1, lastSequence, previousHash: head.hash, hash, payload };
}

export async function appendSamples(journal: Log, counts: readonly number[], format: RecordFormat = 'bytes') {
  const records: JournalRecord[] = [];
  for (const count of counts) {
    const record = sampleRecord(await journal.head(), count, `batch ${records.length} – çà`, format);
    expect(await journal.append(record)).toEqual({ kind: 'durable' });
    records.push(record);
  }
  return records;
}

export const readAll = (journal: LogRecords, from = 1) => Array.fromAsync<JournalRecord>(journal.read(from));

/** `reopen` closes the last log and opens the same storage; `takeOver` opens it while the last still lives. */
export interface JournalHarness {
  open(kind?: JournalKind): Promise<Log>;
  reopen(kind?: JournalKind): Promise<Log>;
  takeOver(): Promise<Log>;
  breakNext(how: BrokenAppend): void | Promise<void>;
}

/** Outcome of a broken append; an unknown one is in the log in the end, or is lost. */
export type BrokenAppend = 'failed' | 'unknown and there' | 'unknown and lost';

const KINDS: readonly (readonly [own: JournalKind, other: JournalKind])[] = [
  ['venue', 'sandbox'],
  ['sandbox', 'venue'],
];

const BROKEN: readonly BrokenAppend[] = ['failed', 'unknown and there', 'unknown and lost'];

export function journalSuite(name: string, harness: () => JournalHarness): void {
  describe(name, () => {
    test('journal: an empty one stands at genesis and reads nothing', async () => {
      const journal = await harness().open();
      expect([await journal.head(), await readAll(journal)]).toEqual([{ sequence: 0, hash: GENESIS_HASH }, []]);
    });

    test('journal: records come back as they were appended, and the head follows them', async () => {
      const journal = await harness().open();
      const records = await appendSamples(journal, [1, 3, 2]);
      expect(await readAll(journal)).toEqual(records);
      expect(await journal.head()).toEqual({ sequence: 6, hash: records[2]?.hash });
      expect(records.flatMap((record) => entriesOfRecord(record, null)).map((entry) => entry.sequence)).toEqual([
        1, 2, 3, 4, 5, 6,
      ]);
    });

    test('journal: records of text and of bytes share one journal, and each comes back as it was', async () => {
      const both = harness();
      const records = await appendSamples(await both.open(), [2, 1], 'text');
      records.push(...(await appendSamples(await both.reopen(), [3])));
      records.push(...(await appendSamples(await both.reopen(), [1], 'text')));
      const read = await readAll(await both.reopen());
      expect(read).toEqual(records);
      let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
      for (const record of read) {
        entriesOfRecord(record, head);
        head = { sequence: record.lastSequence, hash: record.hash };
      }
      expect(head.sequence).toBe(7);
    });

    test('journal: reading begins with the record that holds the sequence asked for', async () => {
      const journal = await harness().open();
      const records = await appendSamples(journal, [2, 3, 1]);
      const starts = async (from: number) => (await readAll(journal, from)).map((record) => record.firstSequence);
      const read = { 1: [1, 3, 6], 2: [1, 3, 6], 3: [3, 6], 5: [3, 6], 6: [6], 7: [] };
      for (const [from, expected] of Object.entries(read)) expect(await starts(Number(from))).toEqual(expected);
      expect(records).toHaveLength(3);
    });

    test('journal: more records than any page holds are read in order', async () => {
      const journal = await harness().open();
      const records = await appendSamples(journal, Array(70).fill(1));
      expect([await readAll(journal), (await readAll(journal, 33)).length]).toEqual([records, 38]);
    });

    test('journal: what was appended is there after it is opened again, and is continued', async () => {
      const both = harness();
      const records = await appendSamples(await both.open(), [1, 2]);
      const again = await both.reopen();
      expect(await readAll(again)).toEqual(records);
      const [next] = await appendSamples(again, [1]);
      expect([next?.firstSequence, await readAll(await both.reopen())]).toEqual([4, [...records, next]]);
    });

    test.each(KINDS)('journal: one of a %s says so ever after, and is refused to a %s [D52]', async (own, other) => {
      const both = harness();
      expect((await both.open(own)).kind).toBe(own);
      // An empty log is refused as well.
      await expect(both.reopen(other)).rejects.toThrow(JournalOfOtherKind);
      const records = await appendSamples(await both.reopen(own), [1, 2]);
      await expect(both.reopen(other)).rejects.toThrow(own === 'venue' ? "is a venue's" : "is a sandbox's");
      const again = await both.reopen(own);
      expect(again.kind).toBe(own);
      expect(await readAll(again)).toEqual(records);
      expect(await appendSamples(again, [1])).toHaveLength(1);
    });

    const strangers: [string, (head: JournalHead) => JournalHead][] = [
      ['leaves a gap', (head) => ({ ...head, sequence: head.sequence + 1 })],
      ['repeats the last entry', (head) => ({ ...head, sequence: head.sequence - 1 })],
      ['continues another chain', (head) => ({ ...head, hash: 'f'.repeat(64) })],
    ];
    test.each(strangers)('journal: a record that %s is fenced off and leaves nothing behind', async (_what, change) => {
      const both = harness();
      const journal = await both.open();
      const records = await appendSamples(journal, [2]);
      const stranger = sampleRecord(change(await journal.head()), 1);
      expect((await journal.append(stranger)).kind).toBe('fenced');
      expect(await readAll(await both.reopen())).toEqual(records);
    });

    test('journal: who opens it raises its epoch, and an earlier writer is fenced off for good [D41]', async () => {
      const both = harness();
      const old = await both.open();
      const records = await appendSamples(old, [1, 2]);
      const late = sampleRecord(await old.head(), 1, 'late');
      const leader = await both.takeOver();
      expect(leader.epoch).toBeGreaterThan(old.epoch);
      expect([Number.isSafeInteger(leader.epoch), (await old.append(late)).kind]).toEqual([true, 'fenced']);
      records.push(...(await appendSamples(leader, [1])));
      // Not even a record that continues the current log.
      expect((await old.append(sampleRecord(await leader.head(), 1, 'again'))).kind).not.toBe('durable');
      expect(await readAll(leader)).toEqual(records);
      const next = await both.reopen();
      expect(next.epoch).toBeGreaterThan(leader.epoch);
      expect(await readAll(next)).toEqual(records);
    });

    test.each(BROKEN)('journal: an append that is %s says so, and the writer takes nothing more', async (how) => {
      const both = harness();
      const journal = await both.open();
      const records = await appendSamples(journal, [1]);
      const before = await journal.head();
      const record = sampleRecord(before, 2, 'broken');
      await both.breakNext(how);
      const outcome: AppendOutcome = await journal.append(record);
      expect(outcome.kind).toBe(how === 'failed' ? 'failed' : 'unknown');
      expect(outcome).toHaveProperty('error', expect.any(Error));
      // If the log knows, its head tells the outcome; if not, it says so.
      const after = { sequence: record.lastSequence, hash: record.hash };
      const told = await journal.head().catch(() => null);
      if (told !== null) expect(told).toEqual(how === 'unknown and there' ? after : before);
      expect((await journal.append(record)).kind).toBe('failed');
      const next = await both.reopen();
      if (how === 'unknown and there') records.push(record);
      expect(await readAll(next)).toEqual(records);
      expect(await appendSamples(next, [1])).toHaveLength(1);
    });

    test('journal: a follower gets what is there and then what comes, each once and in order', async () => {
      const journal = await harness().open();
      const records = await appendSamples(journal, [2, 1, 1]);
      const stop = new AbortController();
      const followed: JournalRecord[] = [];
      const follows = (async (): Promise<void> => {
        for await (const some of journal.follow(3, stop.signal)) {
          expect(some.length).toBeGreaterThan(0);
          followed.push(...some);
          // Appended while the follower is at work, and while it waits.
          if (followed.length === 2) records.push(...(await appendSamples(journal, [1, 3])));
          if (followed.length === 6) stop.abort();
        }
      })();
      while (followed.length < 4) await new Promise((resolve) => setImmediate(resolve));
      records.push(...(await appendSamples(journal, [1, 1])));
      await follows;
      expect(followed).toEqual(records.slice(1));
    });

    test('journal: a follower that is slow is held up by no one and misses nothing [D45]', async () => {
      const journal = await harness().open();
      const stop = new AbortController();
      const records = journal.follow(1, stop.signal)[Symbol.asyncIterator]();
      const first = records.next();
      const appended = await appendSamples(journal, [1]);
      const followed = [...((await first).value as readonly JournalRecord[])];
      appended.push(...(await appendSamples(journal, Array(FOLLOW_WAITING_MAX + 10).fill(1))));
      while (followed.length < appended.length) followed.push(...((await records.next()).value as JournalRecord[]));
      expect(followed).toEqual(appended);
      const last = records.next();
      stop.abort();
      expect(await last).toEqual({ done: true, value: undefined });
    });

    test('journal: a follower that is told of more than the log holds ends with an error [D45]', async () => {
      const journal = await harness().open();
      const tail = new LogTail();
      const [first, second] = (await appendSamples(journal, [2, 1])) as [JournalRecord, JournalRecord];
      const stop = new AbortController();
      const records = tail.follow({ read: (from) => journal.read(from) }, 1, stop.signal)[Symbol.asyncIterator]();
      expect((await records.next()).value).toEqual([first, second]);
      const next = records.next();
      tail.published(sampleRecord({ sequence: 9, hash: second.hash }, 1));
      await expect(next).rejects.toThrow('the journal ends at entry 3, entry 10 was published');
      stop.abort();
    });

    test('journal: following ends at once where the signal has aborted before', async () => {
      const journal = await harness().open();
      await appendSamples(journal, [1]);
      for await (const some of journal.follow(1, AbortSignal.abort())) expect(some).toEqual('nothing');
    });
  });
}
