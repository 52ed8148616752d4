/** The recorder at a venue that sends other messages than a tape keeps. */
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, onTestFinished, test } from 'vitest';
import { MACHINE } from '../runtime/machine.ts';
import { checkedLines } from './checked-tape.ts';
import { record } from './recorder.ts';
import { TapeReader } from './tape-reader.ts';
import { FOREIGN_MARKET, startForeignVenue } from './testing/foreign-venue.ts';

const told = (fields: object): object => ({ market: '0xab', timestamp: '1700000000000', ...fields });
const BOOK = told({ event_type: 'book', asset_id: '1', bids: [{ price: '0.40', size: '100' }], asks: [] });
const TRADE = told({ event_type: 'last_trade_price', asset_id: '1', side: 'BUY', price: '0.45', size: '7' });
/** Ends a recording: the recorder names this type. */
const LAST = told({ event_type: 'the_last_one' });

/** Records these frames, by connection. Messages may be given as objects. */
async function recorded(connections: readonly (readonly unknown[])[], market: unknown = FOREIGN_MARKET) {
  const frames = connections.map((all) => all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))));
  const venue = await startForeignVenue(frames, market);
  onTestFinished(venue.close);
  const path = join(newFolder(), 'foreign.tape');
  const printed: string[] = [];
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const print = (line: string): void => {
    printed.push(line);
    if (line.includes('the_last_one')) stop();
  };
  const result = await record({ ...venue, feed: null, markets: ['0xab'], path, runtime: MACHINE, print, stopped });
  const reader = new TapeReader(path);
  onTestFinished(() => reader.close());
  const lines = [...checkedLines(reader)].map((line) =>
    line.kind === 'message' ? line.message.event_type : line.kind === 'gap' ? `gap ${line.why}` : line.kind,
  );
  return { ...result, lines, printed, notKept: Object.fromEntries(result.notKept) };
}

test('recorder: types of messages that a tape does not keep are named once and counted [D90]', async () => {
  const other = told({ event_type: 'best_bid_ask', best_bid: '0.4' });
  const frames = [BOOK, other, [other, TRADE, { event_type: 'new_market' }], 'PONG', 'INVALID', other, LAST];
  const { lines, printed, notKept } = await recorded([[...frames, told({}), [null, 7], { event_type: 'a\u001b[1m' }]]);
  expect(lines).toEqual(['book', 'last_trade_price', 'end']);
  expect(notKept).toMatchObject({ best_bid_ask: 3, new_market: 1, 'text INVALID': 1, the_last_one: 1 });
  expect(printed.filter((line) => line.includes('best_bid_ask'))).toEqual(['not kept: best_bid_ask']);
});

test('recorder: a message over several lines is one line of the tape', async () => {
  const { lines, notKept } = await recorded([[JSON.stringify(BOOK, null, 2), LAST]]);
  expect([lines, notKept]).toEqual([['book', 'end'], { the_last_one: 1 }]);
});

test.each([
  ['a frame of broken JSON', '{"event_type":"bo', { 'text "{\\"event_type\\":\\"bo"': 1 }],
  [
    'a message without its fields',
    told({ event_type: 'price_change', changes: [] }),
    { 'price_change (/message must have required properties price_changes)': 1 },
  ],
  [
    'a price as a number',
    told({ event_type: 'last_trade_price', asset_id: '1', side: 'BUY', price: 0.45, size: '7' }),
    { 'last_trade_price (/message/price must be string)': 1 },
  ],
])('recorder: %s is named, and a gap on a tape that can be played [D90]', async (_what, broken, named) => {
  const { lines, notKept } = await recorded([
    [BOOK, broken, TRADE],
    [BOOK, TRADE, LAST],
  ]);
  expect(lines).toEqual(['book', 'gap missing', 'book', 'last_trade_price', 'end']);
  expect(notKept).toEqual({ ...named, the_last_one: 1 });
});

test.each<readonly [string, unknown, string]>([
  ['null', null, 'describes no market of two tokens'],
  ['an error', { error: 'x' }, 'describes no market of two tokens'],
  [
    'tokens without outcomes',
    { ...FOREIGN_MARKET, tokens: [{ token_id: '1' }, { token_id: '2' }] },
    'describes markets that a tape cannot have: /markets/0/outcomes/0 must be string',
  ],
])(
  'recorder: a market of which the venue tells %s is refused before a tape begins',
  async (_what, market, problem) => await expect(recorded([], market)).rejects.toThrow(problem),
);

test('recorder: a venue that cannot be reached is named', async () => {
  const venue = await startForeignVenue([]);
  venue.close();
  const wish = { url: venue.url, feed: null, markets: ['0xab'], path: join(newFolder(), 'no.tape'), runtime: MACHINE };
  const recording = record({ ...wish, print: () => undefined, stopped: Promise.resolve() });
  await expect(recording).rejects.toThrow(`${venue.url}/markets/0xab cannot be read: `);
});
