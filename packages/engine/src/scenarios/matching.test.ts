import { expect, test } from 'vitest';
import { decimal, ScenarioVenue } from './venue.ts';

function venue(terms = {}) {
  const v = new ScenarioVenue();
  for (const name of ['alice', 'bob', 'carol', 'dave']) v.trader(name, '1000');
  const [m = 0 as never] = v.markets(1, terms);
  return { v, m };
}

test('matching: two buyers of opposite outcomes mint a pair at the maker price [E2]', () => {
  const { v, m } = venue();
  v.play(m, 'alice buy yes 100 @ 0.40 -> live', 'bob   buy no  100 @ 0.65 -> matched 60 for 100');
  expect(v.cash('alice')).toBe('960/0');
  expect(v.cash('bob')).toBe('940/0');
  expect(v.shares('alice', m)).toBe('yes 100/0 no 0/0');
  expect(v.shares('bob', m)).toBe('yes 0/0 no 100/0');
  expect(v.book(m)).toBe('bids  asks ');
  v.end();
});

test('matching: shares change hands, and two sellers of opposite outcomes merge a pair [E2]', () => {
  const { v, m } = venue();
  v.play(
    m,
    'alice buy  yes 100 @ 0.40 -> live',
    'bob   buy  no  100 @ 0.60 -> matched 60 for 100',
    'carol buy  yes 30  @ 0.45 -> live',
    'alice sell yes 30  @ 0.44 -> matched 30 for 13.5',
    'alice sell yes 70  @ 0.30 -> live',
    'bob   sell no  100 @ 0.60 -> matched 70 for 49',
  );
  expect(v.cash('alice')).toBe('994.5/0');
  expect(v.cash('bob')).toBe('989/0');
  expect(v.shares('bob', m)).toBe('yes 0/0 no 0/30');
  expect(v.book(m)).toBe('bids 0.4x30 asks ');
  v.end();
});

test('matching: price, then time; improvement goes to the taker [E1]', () => {
  const { v, m } = venue();
  v.play(
    m,
    'alice buy no 10 @ 0.50 -> live',
    'bob   buy no 10 @ 0.55 -> live',
    'carol buy no 10 @ 0.50 -> live',
    'dave  buy yes 25 @ 0.60 -> matched 12 for 25',
  );
  // bob's NO at 0.55 is YES at 0.45, the best price; then alice before carol at 0.50.
  expect(v.shares('carol', m)).toBe('yes 0/0 no 5/0');
  expect(v.book(m)).toBe('bids  asks 0.5x5');
  v.end();
});

test('matching: FOK is all or nothing, FAK drops the rest, a budget buys more shares at better prices [E3]', () => {
  const { v, m } = venue();
  v.play(
    m,
    'alice buy no 10 @ 0.55 -> live',
    'bob   buy no 10 @ 0.50 -> live',
    'carol buy yes 30 @ 0.50 FOK -> fok_not_filled',
    'carol buy yes $5 @ 0.50 FOK -> matched 5 for 11',
    'carol buy yes 30 @ 0.50 FAK -> matched 4.5 for 9',
    'carol buy yes 30 @ 0.50 FAK -> fak_no_match',
  );
  expect(v.cash('carol')).toBe('990.5/0');
  v.end();
});

test('matching: odd budgets buy to the micro-share and never cost more than they say [E4]', () => {
  const { v, m } = venue();
  v.play(m, 'alice buy no 100 @ 0.67 -> live', 'bob   buy yes $10 @ 0.33 FOK -> matched 10 for 30.30303');
  expect(v.cash('bob')).toBe('990/0');
  expect(v.cash('alice')).toBe('933/46.69697');
  v.end();
});

test('matching: post-only never takes [E5]', () => {
  const { v, m } = venue();
  v.play(
    m,
    'alice buy no 10 @ 0.50 -> live',
    'bob buy yes 10 @ 0.50 GTC post -> post_only_would_cross',
    'bob buy yes 10 @ 0.49 GTC post -> live',
    'bob buy yes 10 @ 0.50 FOK post -> post_only_order_type',
  );
  v.end();
});

test('matching: an order never trades with its own account; the resting one is cancelled and the walk goes on [E6]', () => {
  const { v, m } = venue();
  v.play(
    m,
    'alice buy no 10 @ 0.60 -> live',
    'bob   buy no 10 @ 0.55 -> live',
    'alice buy yes 20 @ 0.50 -> matched 4.5 for 10',
  );
  expect(v.cash('alice')).toBe('990.5/5');
  expect(v.book(m)).toBe('bids 0.5x10 asks ');
  v.end();
});

test('fees: the taker alone pays size x rate x p x (1 - p), a buyer on top and a seller out of the proceeds [E7]', () => {
  const { v, m } = venue({ takerFeeRate: 500 });
  v.play(
    m,
    'alice buy no 25 @ 0.87 -> live',
    'bob   buy yes 25 @ 0.13 -> matched 3.25 for 25',
    'carol buy yes 25 @ 0.10 -> live',
    'bob   sell yes 25 @ 0.10 -> matched 25 for 2.5',
  );
  // 25 x 0.05 x 0.13 x 0.87 = 0.141375, rounded half up to 0.14138; 25 x 0.05 x 0.1 x 0.9 = 0.1125.
  expect(v.cash('bob')).toBe(`${decimal(1_000_000_000 - 3_250_000 - 141_380 + 2_500_000 - 112_500)}/0`);
  expect(v.state.totals.fees).toBe(141_380 + 112_500);
  v.end();
});

test('holds: a resting BUY holds its cost and the largest fee, a SELL its shares; cancel frees both to the unit [E8]', () => {
  const { v, m } = venue({ takerFeeRate: 1000 });
  v.play(
    m,
    'alice buy yes 100 @ 0.60 -> live',
    'bob   buy no  40  @ 0.40 -> matched 16 for 40',
    'bob   sell no 40  @ 0.70 -> live',
  );
  expect(v.cash('alice')).toBe('938.5/37.5');
  expect(v.shares('bob', m)).toBe('yes 0/0 no 0/40');
  v.accept({ kind: 'CancelOrders', account: v.named('alice').account, orderIds: [v.orderId(0)] });
  v.accept({ kind: 'CancelMatching', account: v.named('bob').account, market: null, outcome: null });
  expect(v.cash('alice')).toBe('976/0');
  expect(v.shares('bob', m)).toBe('yes 0/0 no 40/0');
  v.end();
});

test('orders: the same order again answers its first result and never trades twice [E9]', () => {
  const { v, m } = venue();
  v.play(m, 'alice buy no 10 @ 0.50 -> live');
  v.play(m, 'bob buy yes 10 @ 0.50 -> matched 5 for 10');
  const entry = v.entries.at(-1);
  const again = v.submit(entry?.command as Parameters<typeof v.submit>[0]);
  expect(again).toEqual({
    kind: 'duplicate',
    result: { status: 'matched', making: 5_000_000, taking: 10_000_000, sequence: entry?.sequence },
  });
  expect(v.cash('bob')).toBe('995/0');
  v.end();
});

test('orders: GTD expires at its second, not before [E10]', () => {
  const { v, m } = venue();
  v.play(m, 'alice buy yes 10 @ 0.50 GTD +60 -> live');
  v.timeMs += 59_999;
  expect(v.submit({ kind: 'ExpireOrders' }).kind).toBe('unchanged');
  v.timeMs += 1;
  v.accept({ kind: 'ExpireOrders' });
  expect(v.cash('alice')).toBe('1000/0');
  v.end();
});

test('orders: a FOK BUY needs its budget and its fee, to the micro-unit', () => {
  const { v, m } = venue({ tick: 1000, minimumSize: '1', takerFeeRate: 10_000 });
  v.play(m, 'alice buy no 2 @ 0.50 -> live');
  for (const [name, balance, outcome] of [
    ['eve', '1.499999', 'insufficient_balance'],
    ['fay', '1.5', 'matched 1 for 2'],
  ] as const) {
    v.trader(name, balance);
    v.play(m, `${name} buy yes $1 @ 0.50 FOK -> ${outcome}`);
  }
  v.end();
});
