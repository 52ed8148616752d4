/** What every journal must do: one suite, run against each adapter. */
import { describe, expect, test } from 'vitest';
import { GENESIS_HASH, type Journal, JournalFenced, type JournalHead, type JournalRecord } from '../journal.ts';
import { chainHash, entriesOfRecord, entryLine } from '../journal-record.ts';

/** A record of `count` entries that continues `head`; `text` makes its content its own. */
export function sampleRecord(head: JournalHead, count: number, text = 'none'): JournalRecord {
  let hash = head.hash;
  let payload = '';
  for (let index = 1; index <= count; index++) {
    const command = JSON.stringify({ kind: 'SetMode', mode: text });
    const line = entryLine(head.sequence + index, 1_000 + head.sequence + index, command, '[]');
    hash = chainHash(hash, line);
    payload += `${line}\n`;
  }
  const { sequence } = head;
  return { firstSequence: sequence + 1, lastSequence: sequence + count, previousHash: head.hash, hash, payload };
}

/** Appends records of the given entry counts and returns them. */
export async function appendSamples(journal: Journal, counts: readonly number[]): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for (const count of counts) {
    const record = sampleRecord(await journal.head(), count, `batch ${records.length} – çà`);
    await journal.append(record);
    records.push(record);
  }
  return records;
}

export async function readAll(journal: Pick<Journal, 'read'>, from = 1): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const record of journal.read(from)) records.push(record);
  return records;
}

/** `open` gives an empty journal; `reopen` closes the last one and opens what it left. */
export interface JournalHarness {
  open(): Promise<Journal>;
  reopen(): Promise<Journal>;
}

export function journalSuite(name: string, harness: () => JournalHarness): void {
  describe(name, () => {
    test('journal: an empty one stands at genesis and reads nothing', async () => {
      const journal = await harness().open();
      expect(await journal.head()).toEqual({ sequence: 0, hash: GENESIS_HASH });
      expect(await readAll(journal)).toEqual([]);
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

    test('journal: reading begins with the record that holds the sequence asked for', async () => {
      const journal = await harness().open();
      const records = await appendSamples(journal, [2, 3, 1]);
      const starts = async (from: number): Promise<number[]> =>
        (await readAll(journal, from)).map((record) => record.firstSequence);
      expect(await starts(1)).toEqual([1, 3, 6]);
      expect(await starts(2)).toEqual([1, 3, 6]);
      expect(await starts(3)).toEqual([3, 6]);
      expect(await starts(5)).toEqual([3, 6]);
      expect(await starts(6)).toEqual([6]);
      expect(await starts(7)).toEqual([]);
      expect(records).toHaveLength(3);
    });

    test('journal: more records than any page holds are read in order', async () => {
      const journal = await harness().open();
      const records = await appendSamples(
        journal,
        Array.from({ length: 70 }, () => 1),
      );
      expect(await readAll(journal)).toEqual(records);
      expect((await readAll(journal, 33)).length).toBe(38);
    });

    test('journal: what was appended is there after it is opened again, and is continued', async () => {
      const both = harness();
      const records = await appendSamples(await both.open(), [1, 2]);
      const again = await both.reopen();
      expect(await readAll(again)).toEqual(records);
      const [next] = await appendSamples(again, [1]);
      expect(next?.firstSequence).toBe(4);
      expect(await readAll(await both.reopen())).toEqual([...records, next]);
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
      await expect(journal.append(stranger)).rejects.toBeInstanceOf(JournalFenced);
      expect(await readAll(await both.reopen())).toEqual(records);
    });
  });
}
