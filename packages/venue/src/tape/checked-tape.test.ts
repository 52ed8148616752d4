import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { TAPE_MARKET } from '@bellwether/sandbox-venue/replay/testing/made-tape.ts';
import { expect, onTestFinished, test } from 'vitest';
import { FIRST_SEAL, sealBlock } from './block.ts';
import { checkedLines } from './checked-tape.ts';
import { TapeReader } from './tape-reader.ts';

const MARKET = { ...TAPE_MARKET, condition_id: '0xab', token_ids: ['1', '2'] };
const HEADER = { kind: 'tape', format: 1, source: 'test', time_ms: 0, markets: [MARKET] };
const CHANGE = { asset_id: '1', side: 'BUY', price: '0.50', size: '100' };
const told = (fields: object, line: object = {}): object => {
  const message = { event_type: 'price_change', market: '0xab', price_changes: [CHANGE], ...fields };
  return { kind: 'message', time_ms: 1, received_ms: 1, message, ...line };
};
const END = { kind: 'end', time_ms: 2 };
const GAP = { kind: 'gap', from_ms: 2, to_ms: 3, market: null, why: 'stopped' };

function read(lines: readonly unknown[], header: object = HEADER, counted = lines.length + 1): number {
  const path = join(newFolder(), 'one.tape');
  const texts = [header, ...lines].map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, sealBlock(FIRST_SEAL, `${texts.join('\n')}\n`, counted).bytes);
  const reader = new TapeReader(path);
  onTestFinished(() => reader.close());
  return [...checkedLines(reader)].length;
}

const trade = { event_type: 'last_trade_price', asset_id: '1', side: 'BUY', price: '.5', size: '1' };

test('checked tape: what a recorder writes is taken, and goes on behind its end with a gap', () =>
  expect(read([told({}), told(trade), told({ sequence: 4, hash: 'more' }), END, GAP, told({}), END])).toBe(7));

test.each<readonly [string, readonly unknown[], string]>([
  ['a time that is none', [told({}, { time_ms: 'x' })], 'line 2: /time_ms must be integer'],
  ['no message', [told({}), told({}, { message: null })], 'line 3: /message must be an object'],
  ['no changes', [told({ price_changes: undefined })], 'line 2: /message must have required properties price_changes'],
  ['a price in words', [told({ price_changes: [{ ...CHANGE, price: 'abc' }] })], '/message/price_changes/0/price must'],
  ['a price beyond one', [told({ ...trade, price: '1.2' })], 'line 2: /message/price must match pattern'],
  ['a size below zero', [told({ ...trade, size: '-1' })], 'line 2: /message/size must match pattern'],
  ['a tick of zero', [told({ event_type: 'tick_size_change', asset_id: '1', new_tick_size: '0.0' })], 'new_tick_size'],
  ['no such message', [told({ event_type: 'other' })], 'line 2: /message/event_type must be one of book, price_change'],
  ['no such line', [{ kind: 'other' }], 'line 2: /kind must be message, gap or end'],
  ['no such gap', [{ ...GAP, to_ms: null }], 'line 2: /to_ms must be integer'],
  ['no object', ['7'], 'line 2: it must be an object'],
  ['no JSON', ['{'], 'line 2: it is not JSON'],
  ['a second header', [told({}), HEADER], 'line 3: /kind is tape'],
  ['a message behind the end', [END, told({})], 'line 3: behind an end a gap must come first'],
])('checked tape: %s is refused by its line, field and rule', (_what, lines, why) =>
  expect(() => read(lines)).toThrow(why),
);

test.each([
  ['a time that is none', { ...HEADER, time_ms: 'x' }, 'line 1: /time_ms must be integer'],
  ['no markets', { ...HEADER, markets: null }, 'line 1: /markets must be array'],
  ['one token', { ...HEADER, markets: [{ ...MARKET, token_ids: ['1'] }] }, 'line 1: /markets/0/token_ids'],
  ['a market twice', { ...HEADER, markets: [MARKET, MARKET] }, 'two of them have the same condition_id'],
])('checked tape: a header with %s is refused', (_what, header, why) =>
  expect(() => read([told({})], header)).toThrow(why),
);

test('checked tape: a seal that counts other lines is refused', () =>
  expect(() => read([told({})], HEADER, 7)).toThrow('the seals count 7 lines, and 2 are on the tape'));

test.each<readonly [string, string, string]>([
  ['nothing', '', 'it does not begin with the header of a tape'],
  ['null', 'null', 'it does not begin with the header of a tape'],
  ['words', 'hello', 'it does not begin with the header of a tape'],
  ['the header of another version', JSON.stringify({ ...HEADER, format: 2 }), 'it has format 2, this program reads 1'],
])('checked tape: one that begins with %s is refused by name', (_what, first, message) => {
  const path = join(newFolder(), 'odd.tape');
  writeFileSync(path, sealBlock(FIRST_SEAL, `${first}\n`, 1).bytes);
  expect(() => new TapeReader(path)).toThrow(`${path}: ${message}`);
});

test('checked tape: a hole, an unpacked tape and an empty file are named with file and byte', () => {
  const [path, text] = [join(newFolder(), 'odd.tape'), `${JSON.stringify(told({}))}\n`];
  const first = sealBlock(FIRST_SEAL, `${JSON.stringify(HEADER)}\n`, 1);
  const second = sealBlock(first.seal, text, 1);
  const third = sealBlock(second.seal, text, 1);
  const lines = (): number => {
    const reader = new TapeReader(path);
    onTestFinished(() => reader.close());
    return [...checkedLines(reader)].length;
  };
  writeFileSync(path, Buffer.concat([first.bytes, third.bytes]));
  expect(lines).toThrow(`${path}: byte ${first.bytes.length}: a block is not what was sealed, or does not follow`);
  writeFileSync(path, `${JSON.stringify(HEADER)}\n${text}`);
  expect(lines).toThrow(`${path}: byte 0: no block of a tape begins here; a tape that was unpacked`);
  writeFileSync(path, '');
  expect(lines).toThrow(`${path}: no whole block is in its 0 bytes`);
  writeFileSync(path, Buffer.concat([first.bytes, sealBlock(first.seal, '{"kind":"message"}\n', 1).bytes]));
  expect(lines).toThrow(`${path}: line 2: /message must be an object`);
});
