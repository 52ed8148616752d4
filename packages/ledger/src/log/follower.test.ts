import { hashState } from '@bellwether/engine';
import { type ChainedEntry, GENESIS_HASH, JournalCorruption, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { expect, test } from 'vitest';
import { MemoryJournal } from '../adapters/testing/memory-journal.ts';
import { flipped } from '../files/testing/flipped.ts';
import { followedEntries } from '../record/journal-record.ts';
import { RecordWriter } from '../record/record-bytes.ts';
import { emptyStart, Follower } from './follower.ts';
import { tradingVenue } from './testing/busy-venue.ts';

const recordAt = ({ records }: RecordedVenue, index: number) => records[index] as JournalRecord;

test('follower: a record that the exchange tells of is taken by its chain, one of a log by its content', () => {
  const [entry] = tradingVenue(20).entries as [ChainedEntry, ...ChainedEntry[]];
  const writer = new RecordWriter({ sequence: 0, hash: GENESIS_HASH });
  writer.write(entry, entry.command, JSON.stringify(entry.command), entry.events);
  writer.keep();
  const { record, chain } = writer.finish() ?? {};
  if (record === undefined || chain === undefined) throw new Error('no record');
  const read = followedEntries(record).map(({ sequence, hash, events }) => ({ sequence, hash, events }));
  expect(read).toEqual([{ sequence: 1, hash: record.hash, events: entry.events }]);
  expect(followedEntries({ ...record, chain })).toMatchObject(read);
  expect(() => followedEntries({ ...record, chain: flipped(chain, 31) })).toThrow(/1\.\.1 has another chain/);
  expect(() => followedEntries({ ...record, hash: 'f'.repeat(64) })).toThrow(/does not match its hash/);
});

test('follower: read, published and folded entries lead to one state and one head', async () => {
  const venue = tradingVenue(20);
  const [read, taken, caughtUp] = [emptyStart(), emptyStart(), emptyStart()].map((start) => new Follower(start));
  for (const [index, record] of venue.records.entries()) {
    expect(read?.foldRecord(record)).toEqual([venue.entries[index]]);
    taken?.foldPublished({ record, chain: Buffer.from(record.hash, 'hex') });
  }
  await caughtUp?.catchUp(new MemoryJournal([...venue.records]));
  for (const follower of [read, taken, caughtUp]) {
    expect(follower?.head).toEqual({ sequence: venue.entries.length, hash: venue.records.at(-1)?.hash });
    expect(hashState(follower?.state ?? venue.state)).toBe(hashState(venue.state));
  }
});

test('follower: what it has already is compared and not folded again', () => {
  const venue = tradingVenue(20);
  const follower = new Follower(emptyStart());
  follower.fold(venue.entries.slice(0, 10), recordAt(venue, 0).previousHash);
  follower.fold(venue.entries.slice(0, 15), recordAt(venue, 0).previousHash);
  follower.foldRecord(recordAt(venue, 3));
  expect(follower.head.sequence).toBe(15);
});

test('follower: a gap, another chain and another past are refused, and nothing of them is folded [D40]', () => {
  const venue = tradingVenue(20);
  const follower = new Follower(emptyStart());
  follower.fold(venue.entries.slice(0, 10), recordAt(venue, 0).previousHash);
  const before = hashState(follower.state);
  const refusals: [() => unknown, RegExp][] = [
    [() => follower.foldRecord(recordAt(venue, 11)), /entry 12 does not continue entry 10/],
    [
      () => follower.foldPublished({ record: recordAt(venue, 11), chain: new Uint8Array(32) }),
      /does not continue: the entry before it is 10/,
    ],
    [() => follower.fold(venue.entries.slice(10, 12), 'f'.repeat(64)), /entry 10 has hash f+, what was folded/],
    [
      () => follower.fold([{ ...(venue.entries[9] as ChainedEntry), hash: 'e'.repeat(64) }], ''),
      /entry 10 has hash e+, what was folded up to there has/,
    ],
  ];
  for (const [refused, message] of refusals) {
    expect(refused).toThrow(JournalCorruption);
    expect(refused).toThrow(message);
  }
  expect(hashState(follower.state)).toBe(before);
  expect(follower.head.sequence).toBe(10);
});

test('follower: observers see the state before and after each entry, and hear when all are in', () => {
  const venue = tradingVenue(20);
  const follower = new Follower(emptyStart());
  const seen: string[] = [];
  const stop = follower.observe({
    before: (entry, state) => seen.push(`before ${entry.sequence} at ${state.sequence}`),
    after: (entry, state) => seen.push(`after ${entry.sequence} at ${state.sequence}`),
    published: (entries, state) => seen.push(`published ${entries.length} at ${state.sequence}`),
  });
  follower.observe({ published: () => seen.push('the second') });
  const { previousHash } = recordAt(venue, 0);
  follower.fold(venue.entries.slice(0, 2), previousHash);
  const folded = ['before 1 at 0', 'after 1 at 1', 'before 2 at 1', 'after 2 at 2'];
  expect(seen.splice(0)).toEqual([...folded, 'published 2 at 2', 'the second']);
  // Known entries are not announced again.
  follower.fold(venue.entries.slice(0, 2), previousHash);
  stop();
  follower.fold(venue.entries.slice(0, 3), previousHash);
  expect(seen).toEqual(['the second']);
});

test('follower: an observer that throws, even when it is told so, changes nothing; one without ears ends the fold', () => {
  const venue = tradingVenue(20);
  let failures = 0;
  const fail = (): never => {
    throw new Error('a mistake');
  };
  const failed = (): never => {
    failures++;
    return fail();
  };
  const follower = new Follower(emptyStart());
  const stop = follower.observe({ before: fail, after: fail, published: fail, failed });
  follower.fold(venue.entries.slice(0, -1), recordAt(venue, 0).previousHash);
  expect(failures).toBe((venue.entries.length - 1) * 2 + 1);
  stop();
  follower.observe({ before: fail });
  expect(() => follower.fold(venue.entries, recordAt(venue, 0).previousHash)).toThrow('a mistake');
  expect(follower.head.sequence).toBe(venue.entries.length - 1);
});

test('follower: a barrier opens once its entry is folded, and at once for what is', async () => {
  const venue = tradingVenue(20);
  const follower = new Follower(emptyStart());
  const opened: number[] = [];
  const waits = [5, 3, 9].map((sequence) => follower.reached(sequence).then(() => opened.push(sequence)));
  for (const index of [0, 1, 2, 3, 4]) follower.foldRecord(recordAt(venue, index));
  await Promise.all(waits.slice(0, 2));
  expect(opened.toSorted()).toEqual([3, 5]);
  await follower.reached(5);
  for (const index of [5, 6, 7, 8]) follower.foldRecord(recordAt(venue, index));
  await Promise.all(waits);
  expect(opened.at(-1)).toBe(9);
});
