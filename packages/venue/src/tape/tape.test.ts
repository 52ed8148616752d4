import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { flipped } from '@bellwether/ledger/files/testing/flipped.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { beforeEach, expect, test } from 'vitest';
import { TapeDamaged } from './block.ts';
import { Continuity } from './continuity.ts';
import type { TapeHeader } from './tape-line.ts';
import { TapeReader } from './tape-reader.ts';
import { TapeWriter } from './tape-writer.ts';

const MARKET = `0x${'ab'.repeat(32)}`;
const HEADER: TapeHeader = { kind: 'tape', format: 1, source: 'http://venue', time_ms: 1_000, markets: [] };

let path: string;

beforeEach(() => {
  path = join(newFolder(), 'market.tape');
});

const told = (number: number): string =>
  JSON.stringify({ event_type: 'last_trade_price', market: MARKET, price: '0.5', size: String(number) });

/** Three blocks: the header, messages 0 to 4 with a gap, messages 5 to 9. */
function writeTape(): string {
  const tape = TapeWriter.create(path, HEADER);
  for (let number = 0; number < 5; number++) tape.message(2_000 + number, 2_001 + number, told(number));
  tape.gap({ from_ms: 2_005, to_ms: 2_009, market: null, why: 'cut' });
  tape.flush();
  for (let number = 5; number < 10; number++) tape.message(3_000 + number, 3_001 + number, told(number));
  tape.close();
  return tape.hash;
}

function readTape() {
  const reader = new TapeReader(path);
  try {
    return { lines: [...reader.read()], hash: reader.hash, tornBytes: reader.tornBytes };
  } finally {
    reader.close();
  }
}

test('tape: what is written is read, in its order, with the hash that the writer told', () => {
  const hash = writeTape();
  const read = readTape();
  expect([read.hash, read.tornBytes, read.lines.length]).toEqual([hash, 0, 11]);
  const message = JSON.parse(told(0)) as unknown;
  expect(read.lines[0]).toEqual({ kind: 'message', time_ms: 2_000, received_ms: 2_001, message });
  expect(read.lines[5]).toEqual({ kind: 'gap', from_ms: 2_005, to_ms: 2_009, market: null, why: 'cut' });
});

test('tape: it is gzip, which any program unpacks to lines of JSON', () => {
  writeTape();
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
  const five = Array<string>(5).fill('message');
  expect(kinds).toEqual(['tape', 'seal', ...five, 'gap', 'seal', ...five, 'seal']);
});

test.each([
  ['as zlib on Linux', [0, 0, 0, 0, 0, 3]],
  ['with a time and the best compression', [1, 2, 3, 4, 2, 11]],
])('tape: members that were packed %s are read', (_what, said) => {
  const hash = writeTape();
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += bytes.readUInt32LE(at + 16)) bytes.set(said, at + 4);
  writeFileSync(path, bytes);
  expect(readTape()).toMatchObject({ hash, tornBytes: 0 });
  expect(gunzipSync(bytes).length).toBeGreaterThan(0);
  // The search for a following block accepts such a header too.
  bytes.writeUInt32LE(bytes.length, bytes.readUInt32LE(16) + 16);
  writeFileSync(path, bytes);
  expect(readTape).toThrow('longer than it is');
});

test('tape: whichever byte is another one, what is read is what was written, or it is refused', () => {
  const hash = writeTape();
  const bytes = readFileSync(path);
  const outcomes = { refused: 0, torn: 0, same: 0 };
  for (let at = 0; at < bytes.length; at++) {
    writeFileSync(path, flipped(bytes, at, 0x10));
    try {
      const read = readTape();
      // A wrong length of the last block may look like the tape of a killed recorder.
      if (read.tornBytes > 0) outcomes.torn++;
      else {
        // Unused bits in the last byte of the compressed data have no meaning.
        expect([at, read.hash, read.lines.length]).toEqual([at, hash, 11]);
        outcomes.same++;
      }
      expect(read.lines.length).toBe(read.tornBytes > 0 ? 6 : 11);
    } catch (error) {
      if (!(error instanceof TapeDamaged)) throw error;
      outcomes.refused++;
    }
  }
  expect(outcomes.torn).toBeLessThanOrEqual(3);
  // Each of the three blocks has six bytes that may have any value.
  expect(outcomes.same).toBeLessThanOrEqual(3 + 18);
  expect(outcomes.refused).toBeGreaterThanOrEqual(bytes.length - 6 - 18);
});

test('tape: wherever it was cut off, it goes on behind its last whole block', () => {
  writeTape();
  const whole = readFileSync(path);
  const { lines } = readTape();
  truncateSync(path, 0);
  for (let length = whole.length - 1; length > whole.length - 60; length--) {
    writeFileSync(path, whole.subarray(0, length));
    const { writer, header, lastMs } = TapeWriter.resume(path);
    expect([header, lastMs]).toEqual([HEADER, 2_009]);
    writer.message(4_000, 4_001, told(11));
    writer.end(4_002);
    writer.close();
    const again = readTape();
    expect([again.hash, again.tornBytes, again.lines.slice(0, 6)]).toEqual([writer.hash, 0, lines.slice(0, 6)]);
    expect(again.lines.slice(6).map(({ kind }) => kind)).toEqual(['message', 'end']);
  }
});

test('tape: what is there is not written over, and what is no tape is not read', () => {
  writeFileSync(path, 'something else');
  expect(() => TapeWriter.create(path, HEADER)).toThrow('EEXIST');
  expect(() => new TapeReader(path)).toThrow(TapeDamaged);
});

const change = { event_type: 'price_change', market: MARKET };
const at = (sequence: number, index: number, count: number) => ({ ...change, sequence, index, count });
const book = { event_type: 'book', market: MARKET, sequence: 7 };

test.each([
  ['the next one', [at(8, 0, 1)], true],
  ['all of a sequence and the next one', [at(8, 0, 2), at(8, 1, 2), at(9, 0, 1)], true],
  ['a sequence is left out', [at(9, 0, 1)], false],
  ['the end of a sequence is left out', [at(8, 0, 2), at(9, 0, 1)], false],
  ['the same one twice', [at(8, 0, 1), at(8, 0, 1)], false],
  ['its venue does not number them', [change], true],
])('continuity: after a book %s', (_what, messages, follows) => {
  const continuity = new Continuity();
  expect(continuity.follows(book)).toBe(true);
  expect(messages.map((message) => continuity.follows(message)).at(-1)).toBe(follows);
});
