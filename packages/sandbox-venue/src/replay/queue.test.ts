import { ASK, BID } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { QueuedOrder, Queues } from './queue.ts';

const PRICE = 4_000;

type Told =
  | { readonly trade: number; readonly at?: number }
  | { readonly level: readonly [from: number, to: number]; readonly traded?: number }
  | { readonly crossed: number; readonly at?: number };

function tell(queues: Queues, told: Told): void {
  if ('trade' in told) queues.trade(BID, told.at ?? PRICE, told.trade);
  else if ('crossed' in told) queues.crossed(BID, told.at ?? PRICE, told.crossed);
  else {
    const [from, to] = told.level;
    queues.canceled(BID, PRICE, Math.max(0, from - to - (told.traded ?? 0)));
    queues.level(BID, PRICE, to);
  }
}

test.each<readonly [string, readonly Told[], readonly [number, number], readonly [number, number]]>([
  ['nothing happens', [], [100, 100], [0, 0]],
  ['less trades than is ahead', [{ trade: 60 }, { level: [100, 40], traded: 60 }], [40, 40], [0, 0]],
  ['more trades than is ahead', [{ trade: 120 }, { level: [100, 0], traded: 120 }], [0, 0], [20, 20]],
  ['more trades than there is', [{ trade: 500 }], [0, 0], [50, 50]],
  ['some cancel and no one is behind', [{ level: [100, 70] }], [70, 70], [0, 0]],
  ['some come behind', [{ level: [100, 300] }], [100, 100], [0, 0]],
  ['some cancel, ahead or behind', [{ level: [100, 300] }, { level: [300, 250] }], [100, 50], [0, 0]],
  ['more trades than may be ahead', [{ level: [100, 300] }, { level: [300, 250] }, { trade: 70 }], [30, 0], [0, 20]],
  ['most of those that are left are ahead', [{ level: [100, 300] }, { level: [300, 30] }], [30, 0], [0, 0]],
  ['a trade at a better price', [{ trade: 60, at: PRICE + 100 }], [100, 100], [0, 0]],
  ['a trade at a worse price', [{ trade: 30, at: PRICE - 100 }], [0, 0], [30, 30]],
  ['size of the other side at its price', [{ crossed: 30 }], [0, 0], [30, 30]],
  ['size of the other side at a better price for it', [{ crossed: 70, at: PRICE - 100 }], [0, 0], [50, 50]],
  ['size of the other side further away', [{ crossed: 30, at: PRICE + 100 }], [100, 100], [0, 0]],
])('queue: %s', (_what, told, ahead, filled) => {
  const queues = new Queues();
  const order = new QueuedOrder(BID, PRICE, 50, 100);
  queues.add(order);
  for (const each of told) tell(queues, each);
  const { pessimistic, optimistic } = order;
  expect([
    [pessimistic.ahead, optimistic.ahead],
    [pessimistic.filled, optimistic.filled],
  ]).toEqual([ahead, filled]);
});

test('queue: what meets several orders goes to the best price, and then to the oldest', () => {
  const queues = new Queues();
  const [better, first, second] = [
    new QueuedOrder(ASK, 3_900, 10, 0),
    new QueuedOrder(ASK, PRICE, 20, 30),
    new QueuedOrder(ASK, PRICE, 20, 40),
  ];
  for (const order of [second, first, better]) queues.add(order);
  expect(queues.ordersOf(ASK)).toEqual([better, second, first]);
  queues.remove(second);
  queues.add(second);
  expect([queues.hasAtOrBefore(ASK, 3_800), queues.hasAtOrBefore(ASK, 3_900)]).toEqual([false, true]);
  // 10 for the best order, 30 of the tape, 20 for the first order, and 5 of the tape's 10 ahead of the second.
  queues.trade(ASK, PRICE, 65);
  expect([better, first, second].map(({ pessimistic }) => pessimistic.filled)).toEqual([10, 20, 0]);
  expect(second.pessimistic.ahead).toBe(5);
  queues.trade(ASK, PRICE, 12);
  expect(second.pessimistic).toEqual({ ahead: 0, filled: 7 });
});

test('queue: the books fill in hundredths of a share, and at the end whatever is left', () => {
  const order = new QueuedOrder(BID, PRICE, 50_003, 0);
  order.pessimistic.filled = 29_999;
  expect(order.due('pessimistic')).toBe(20_000);
  order.execute(20_000, 'pessimistic');
  expect(order.due('pessimistic')).toBe(0);
  order.pessimistic.filled = 50_003;
  expect(order.due('pessimistic')).toBe(30_003);
});

test('queue: what the books fill beyond their bound is certain, and what the other bound says stays', () => {
  const order = new QueuedOrder(BID, PRICE, 500_000, 10);
  order.optimistic.filled = 300_000;
  order.execute(300_000, 'optimistic');
  expect([order.pessimistic.filled, order.optimistic.filled, order.due('optimistic')]).toEqual([0, 300_000, 0]);
  order.execute(50_000, 'optimistic');
  expect([order.pessimistic.filled, order.optimistic.filled]).toEqual([50_000, 350_000]);
});
