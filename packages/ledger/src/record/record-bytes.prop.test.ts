import { type Command, type Entry, type Event, micros, type PlaceOrder } from '@bellwether/engine';
import {
  CommandFactory,
  communityCommand,
  Dice,
  forAll,
  heartbeatCommand,
  Shadow,
  seededIntents,
} from '@bellwether/engine/testing';
import { GENESIS_HASH, JournalCorruption, type JournalRecord } from '@bellwether/ports/journal.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from '../bytes/bytes.ts';
import { flipped } from '../files/testing/flipped.ts';
import { chainedBytes, entriesOfRecord, readableLines } from './journal-record.ts';
import { entriesChained, RecordWriter, type WrittenRecord } from './record-bytes.ts';
import { chainHash, entryLine } from './record-text.ts';

type Decided = Entry<Command>;

/** Commands that a venue accepts, with orders of every kind, timers, comments and heartbeats. */
function busyVenue(seed: number, length: number): Decided[] {
  const decided: Decided[] = [];
  const shadow = new Shadow();
  const factory = new CommandFactory();
  const timed = [...factory.opening(), ...seededIntents(seed, length, true).map((intent) => factory.next(intent))];
  for (const { command, timeMs } of timed) {
    const outcome = shadow.execute({ command, timeMs });
    if (outcome.kind === 'accepted')
      decided.push({ sequence: decided.length + 1, timeMs, command, events: outcome.events });
  }
  for (let dice = 0; dice < 20; dice++)
    for (const command of [communityCommand(new Dice(dice), 5), heartbeatCommand(new Dice(dice), shadow.state, 'beat')])
      decided.push({ sequence: decided.length + 1, timeMs: 2e12, command, events: [] });
  return decided;
}

function write(entries: readonly Decided[], previousHash = GENESIS_HASH): WrittenRecord {
  const writer = new RecordWriter({ sequence: (entries[0]?.sequence ?? 1) - 1, hash: previousHash });
  for (const { command, events, ...stamp } of entries) {
    writer.write(stamp, command, JSON.stringify(command), events);
    writer.keep();
  }
  return writer.finish() ?? expect.unreachable('nothing was written');
}

const plain = ({ sequence, timeMs, command, events }: Decided): Decided => ({ sequence, timeMs, command, events });

const ORDER: PlaceOrder = {
  kind: 'PlaceOrder',
  orderId: `0x${'0f'.repeat(32)}` as PlaceOrder['orderId'],
  account: 0 as PlaceOrder['account'],
  wallet: 300 as PlaceOrder['wallet'],
  apiKey: '01234567-89ab-cdef-0123-456789abcdef',
  market: 70_000 as PlaceOrder['market'],
  outcome: 1,
  side: 'SELL',
  type: 'GTD',
  postOnly: true,
  makerAmount: micros(9_000_000_000_000_000),
  takerAmount: micros(1),
  expiration: 4_000_000_000,
  builder: '',
};

function accepted(order: PlaceOrder): Event[] {
  const { orderId, account, wallet, apiKey, market, outcome, side, type, expiration, builder } = order;
  const size = side === 'BUY' ? order.takerAmount : order.makerAmount;
  const ids = { order: 2 ** 40, orderId, account, wallet, apiKey, market };
  const opened = { kind: 'OrderAccepted', ...ids, outcome, side, type, price: 9_999, size, expiration, builder };
  return [opened, { kind: 'OrderRested', order: 2 ** 40, remaining: size, held: size }] as Event[];
}

function turned(record: JournalRecord, bit: number): JournalRecord {
  if (typeof record.payload === 'string') throw new Error('the record is text');
  return { ...record, payload: flipped(record.payload, bit >> 3, 1 << (bit & 7)) };
}

test('record: commands and events of every kind come back as they were, in the same words [D42]', () => {
  for (let seed = 0; seed < 4; seed++) {
    const entries = busyVenue(seed, 400);
    const { record, chain } = write(entries);
    const read = entriesOfRecord(record, { sequence: 0, hash: GENESIS_HASH });
    expect(read.map(plain)).toEqual(entries.map(plain));
    expect(entriesChained(record, chain).map(({ hash }) => hash)).toEqual(read.map(({ hash }) => hash));
    expect(read.at(-1)?.hash).toBe(record.hash);
    const lines = readableLines(record, read);
    expect(lines.map((line) => JSON.parse(line) as Decided)).toEqual(JSON.parse(JSON.stringify(entries.map(plain))));
  }
});

test('record: names, amounts and numbers at their bounds come back, and what has other fields does, too', () => {
  const odd: PlaceOrder[] = [
    ORDER,
    { ...ORDER, apiKey: '', builder: `0x${'ab'.repeat(32)}` },
    { ...ORDER, apiKey: '01234567-89AB-cdef-0123-456789abcdef', builder: '0xAB' },
    { ...ORDER, apiKey: '01234567089ab-cdef-0123-456789abcdef', side: 'BUY', postOnly: false, expiration: 0 },
    { ...ORDER, request: { by: 0, key: 'k', hash: 'h' } } as PlaceOrder,
  ];
  const entries = odd.map((command, index) => ({
    ...{ sequence: index + 1, timeMs: 0, command },
    events: accepted(command).map((event) => (index === 0 ? ({ ...event, note: 'later' } as unknown as Event) : event)),
  }));
  expect(entriesOfRecord(write(entries).record, null).map(plain)).toEqual(entries);
});

test('record: a placement takes a quarter of what it takes as text', () => {
  const entry = { sequence: 1_000_000, timeMs: 1.7e12, command: ORDER, events: accepted(ORDER) };
  const line = entryLine(entry.sequence, entry.timeMs, JSON.stringify(ORDER), JSON.stringify(entry.events));
  expect(write([entry]).record.payload.length * 4).toBeLessThan(line.length);
});

test('record: every bit turned over is found, and so is every cut [D42]', () => {
  const entries = busyVenue(7, 60)
    .slice(-10)
    .map((entry, index) => ({ ...entry, sequence: index + 1 }));
  const { record } = write(entries);
  const read = (bad: JournalRecord): unknown => entriesOfRecord(bad, { sequence: 0, hash: GENESIS_HASH });
  expect(read(record)).toHaveLength(10);
  for (let bit = 0; bit < record.payload.length * 8; bit++)
    expect(() => read(turned(record, bit)), `${bit}`).toThrow(JournalCorruption);
  for (let length = 0; length < record.payload.length; length++) {
    const payload = (record.payload as Uint8Array<ArrayBuffer>).slice(0, length);
    expect(() => read({ ...record, payload }), `${length}`).toThrow(JournalCorruption);
  }
});

test('record: the chain goes on from text to bytes and back', () => {
  const [first, second, third] = busyVenue(1, 20) as [Decided, Decided, Decided];
  const text = ({ sequence, timeMs, command, events }: Decided, previousHash: string): JournalRecord => {
    const line = entryLine(sequence, timeMs, JSON.stringify(command), JSON.stringify(events));
    const place = { firstSequence: sequence, lastSequence: sequence, previousHash };
    return { ...place, hash: chainHash(previousHash, line), payload: `${line}\n` };
  };
  const records = [text(first, GENESIS_HASH)];
  records.push(write([second], records[0]?.hash).record);
  records.push(text(third, records[1]?.hash ?? ''));
  let head = { sequence: 0, hash: GENESIS_HASH };
  for (const record of records) {
    expect(entriesOfRecord(record, head)).toHaveLength(1);
    head = { sequence: record.lastSequence, hash: record.hash };
  }
  expect(records.map((record) => chainedBytes(record).length)).toEqual([0, 1, 0]);
});

test('record: whole numbers of every length come back, and no others are taken', () => {
  const bounds = fc.constantFrom(127, 128, 2 ** 31, 2 ** 53 - 1);
  const wholes = fc.oneof(fc.maxSafeNat(), fc.nat(200), fc.nat({ max: 2 ** 31 - 1 }), bounds);
  forAll(100, [fc.array(wholes)], (values) => {
    const writer = new ByteWriter();
    for (const value of values) writer.varint(value);
    const reader = new ByteReader(writer.view());
    expect([values.map(() => reader.varint()), reader.isAtEnd]).toEqual([values, true]);
  });
  for (const value of [-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 31)])
    expect(() => new ByteWriter().varint(value), `${value}`).toThrow(RangeError);
});
