/** House makers: quotes along the curve, fills, what moves them and what ends them, and what is refused. */
import { expect, test } from 'vitest';
import type { HouseTerms } from '../market/house.ts';
import { catalogEventDefinition, marketDefinition } from '../testing/definitions.ts';
import { endOfTradingIsDue } from '../timers.ts';
import type { MarketId } from '../units/units.ts';
import { Court, NO, OPEN, REFUND, YES } from './results.testing.ts';
import { amount, decimal, type MarketTermsInput } from './venue.testing.ts';

const house = (subsidy: string, probabilities: readonly number[], spread = 0): HouseTerms => {
  return { subsidy: amount(subsidy), spread, probabilities };
};
const THIRDS = [333_334, 333_333, 333_333];

function opened(terms: HouseTerms, count = 1, negRisk = false, more: MarketTermsInput = {}) {
  const v = new Court();
  for (const name of ['alice', 'bob']) v.trader(name, '10000');
  const markets = v.markets(count, { minimumSize: '1', ...more }, negRisk, terms);
  return { v, markets, market: markets[0] as MarketId };
}

/** The best bid and ask of each market. */
function tops({ v, markets }: ReturnType<typeof opened>): string {
  const top = (market: MarketId) => {
    const [, bid = '-'] = /bids ([0-9.]+)x/.exec(v.book(market)) ?? [];
    const [, ask = '-'] = /asks ([0-9.]+)x/.exec(v.book(market)) ?? [];
    return `${bid}/${ask}`;
  };
  return markets.map(top).join(' ');
}

/** Cash that the house has won or lost; shares of markets that have not paid count nothing. */
function result({ v }: ReturnType<typeof opened>): string {
  const { account, wallet } = v.state.houses.all[0]!;
  const { free, held } = v.state.wallets[wallet]!;
  let given = 0;
  for (const event of v.entries.flatMap(({ events }) => events)) {
    if (event.kind === 'WalletBound' && event.account === account) given += event.credit;
    if (event.kind === 'Deposited' && event.wallet === wallet) given += event.amount;
  }
  const won = free + held - v.state.accounts[account]!.debt - given;
  return won < 0 ? `-${decimal(-won)}` : decimal(won);
}

test('house: a price just above a tick leaves out the tick alone', () => {
  const made = opened(house('200', [500_000]));
  const { v, market } = made;
  for (let round = 0; round < 5; round++) v.order('alice buy yes 5000 @ 0.69 FAK', market);
  const steps = ['1 @ 0.70', '13.5 @ 0.71'].map((order) => {
    v.order(`alice buy yes ${order} FAK`, market);
    return tops(made);
  });
  expect(steps).toEqual(['0.68/0.7', '0.69/0.71']);
  v.end();
});

test('house: one question at 0.50 is quoted on both sides along the curve', () => {
  const { v, market } = opened(house('100', [500_000]));
  // b = 100 / ln 2 = 144.27; from 0.50 to 0.51 log p / (1 - p) grows by 0.040005.
  expect(v.book(market)).toMatch(/^bids 0.49x5.77 0.48x5.77 .* asks 0.51x5.76 0.52x5.77 /);
  v.play(market, 'alice buy yes 5 @ 0.51 -> matched 2.55 for 5');
  expect(v.book(market)).toMatch(/^bids 0.5x4.32 0.49x5.77 .* asks 0.51x0.72 0.52x5.77 /);
  v.play(market, 'bob buy no 3 @ 0.50 -> matched 1.5 for 3');
  expect(v.book(market)).toMatch(/^bids 0.5x1.44 0.49x5.77 .* asks 0.51x3.6 0.52x5.77 /);
  v.end();
});

test('house: what is bought can be sold back, a tick cheaper, and leaves the book as it was', () => {
  const { v, market } = opened(house('100', [500_000]));
  const before = v.book(market);
  v.play(market, 'alice buy yes 70 @ 0.80 -> matched 39.7397 for 70');
  v.play(market, 'alice sell yes 70 @ 0.30 -> matched 70 for 38.6606');
  expect(v.book(market)).toBe(before);
  expect(v.cash('alice')).toBe('9998.9209/0');
  v.end();
});

test('house: the answers of one question move together, and never add to less than 1 or bids to more', () => {
  const made = opened(house('100', THIRDS), 3, true);
  const { v, markets } = made;
  expect(tops(made)).toBe('0.33/0.34 0.33/0.34 0.33/0.34');
  v.play(markets[0]!, 'alice buy yes 100 @ 0.90 -> matched 47.9058 for 100');
  expect(tops(made)).toBe('0.59/0.61 0.19/0.21 0.19/0.21');
  v.play(markets[1]!, 'bob buy no 50 @ 0.95 -> matched 42.3007 for 50');
  expect(tops(made)).toBe('0.65/0.66 0.12/0.13 0.21/0.22');
  v.end();
});

test('house: a spread keeps bids and asks apart, and a fine tick has the same curve', () => {
  expect(tops(opened(house('100', [500_000], 400)))).toBe('0.47/0.53');
  expect(tops(opened(house('100', [500_000], 100)))).toBe('0.49/0.51');
  expect(tops(opened(house('100', [503_000])))).toBe('0.5/0.51');
  expect(tops(opened(house('100', [503_000]), 1, false, { tick: 10 }))).toBe('0.502/0.504');
});

test('house: it never meets the order of another, and quotes again once that order is gone', () => {
  const made = opened(house('100', THIRDS), 3, true);
  const { v, markets } = made;
  v.play(markets[1]!, 'bob buy yes 10 @ 0.33 -> live');
  // The second answer falls to 0.21: its asks would meet the bid at 0.33.
  v.play(markets[0]!, 'alice buy yes 100 @ 0.90 -> matched 47.9058 for 100');
  expect(tops(made)).toBe('0.59/0.61 0.33/0.34 0.19/0.21');
  v.accept({ kind: 'CancelMatching', account: v.named('bob').account, market: null, outcome: null });
  expect(tops(made)).toBe('0.59/0.61 0.19/0.21 0.19/0.21');
  v.end();
});

test('house: quotes end with trading, and return when the end is put off', () => {
  const made = opened(house('100', [500_000]));
  const { v, market } = made;
  v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs: v.timeMs + 1000 } });
  v.timeMs += 1000;
  while (endOfTradingIsDue(v.state, v.timeMs)) v.accept({ kind: 'EndTrading' });
  expect([tops(made), v.state.openOrders.size]).toEqual(['-/-', 0]);
  v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs: null } });
  expect(tops(made)).toBe('0.49/0.51');
  v.accept({ kind: 'UpdateMarket', market, changes: { tick: 1 } });
  expect(tops(made)).toBe('0.4999/0.5001');
  v.end();
});

test('house: an answer that has lost leaves the race, and the others add to 1 without it', () => {
  const made = opened(house('100', THIRDS), 3, true);
  const { v, markets } = made;
  v.accept({ kind: 'ResolveMarket', market: markets[2]!, payouts: [0, 10_000] });
  v.settle();
  expect(tops(made)).toBe('0.49/0.51 0.49/0.51 -/-');
  v.accept({ kind: 'ResolveMarket', market: markets[0]!, payouts: [10_000, 0] });
  v.settle();
  expect([tops(made), v.state.openOrders.size, result(made)]).toEqual(['-/- -/- -/-', 0, '0']);
  v.end();
});

test('house: an answer that had lost, and is reopened and wins, costs no more than it put up', () => {
  const made = opened(house('100', THIRDS), 3, true);
  const { v, markets } = made;
  const [a, b, c] = markets as [MarketId, MarketId, MarketId];
  v.pay(a, NO);
  for (let round = 0; round < 20; round++) for (const market of [b, c]) v.order('alice buy no 50 @ 0.95 FAK', market);
  v.correct({ market: a }, OPEN);
  v.order('alice buy yes 500 @ 0.95 FAK', a);
  v.accept({ kind: 'ResolveEvent', catalogEvent: v.eventOf(a), winners: [a] });
  v.settle();
  expect(Number(result(made))).toBeGreaterThan(-100);
  v.end();
});

test.each([
  [YES, '-52.0942'],
  [NO, '47.9058'],
  [REFUND, '0'],
] as const)('house: %j is paid, and reversed to the other result and to open', (paid, won) => {
  const made = opened(house('100', THIRDS), 3, true);
  const { v, markets } = made;
  v.play(markets[0]!, 'alice buy yes 100 @ 0.90 -> matched 47.9058 for 100');
  const scope = { market: markets[0]! };
  expect(v.propose(scope, paid)).toMatchObject({ kind: 'accepted' });
  expect(tops(made)).toBe('0.59/0.61 0.19/0.21 0.19/0.21');
  v.confirm(markets[0]!);
  v.settle();
  if (paid !== NO) expect(result(made)).toBe(won);
  v.correct(scope, OPEN);
  expect(tops(made)).toBe('0.59/0.61 0.19/0.21 0.19/0.21');
  v.end();
});

test.each([YES, REFUND, OPEN])(
  'house: it puts up what a reversal to %j takes beyond its cash, and its quotes stand',
  (to) => {
    const { v, markets } = opened(house('100', [500_000, 500_000]), 2);
    const [a, b] = markets as [MarketId, MarketId];
    v.order('alice buy yes 500 @ 0.95 FAK', a);
    v.pay(a, NO);
    const { account, wallet } = v.state.houses.all[0]!;
    v.accept({ kind: 'Withdraw', wallet, amount: v.state.wallets[wallet]!.free });
    const quotes = v.book(b);
    v.correct({ market: a }, to);
    expect([v.book(b), v.state.accounts[account]!.debt]).toEqual([quotes, 0]);
    expect(v.entries.flatMap(({ command, events }) => (command.kind === 'SettleMarket' ? events : []))).toContainEqual(
      expect.objectContaining({ kind: 'Deposited', wallet }),
    );
    v.end();
  },
);

test('house: an answer that was lost reopens though other answers hold all its cash', () => {
  const made = opened(house('100', THIRDS), 3, true);
  const { v, markets } = made;
  const [a, b, c] = markets as [MarketId, MarketId, MarketId];
  v.order('alice buy yes 200 @ 0.99 FAK', a);
  v.pay(a, NO);
  for (let round = 0; round < 4; round++) for (const market of [b, c]) v.order('bob buy yes 200 @ 0.99 FAK', market);
  v.correct({ market: a }, OPEN);
  expect(v.status(a)).toBe('open');
  v.end();
});

test.each<[string, HouseTerms, number, boolean]>([
  ['houseMaker.subsidy: more than 0 and at most 1000000', house('0', [500_000]), 1, false],
  ['houseMaker.subsidy: more than 0 and at most 1000000', house('1000001', [500_000]), 1, false],
  ['houseMaker.subsidy: too small for one tick, at least 0.18', house('0.1', [500_000]), 1, false],
  ['houseMaker.spread: 0 to 0.5', house('10', [500_000], 5_001), 1, false],
  ['houseMaker.probabilities: one for each of 2 markets', house('10', [500_000]), 2, true],
  ['houseMaker.probabilities: each between 0 and 1, with at most 6 decimals', house('10', [0, 1_000_000]), 2, true],
  ['houseMaker.probabilities: they add to 0.9, not to 1', house('10', [500_000, 400_000]), 2, true],
])('house: refused: %s', (reason, terms, count, negRisk) => {
  expect(() => opened(terms, count, negRisk)).toThrow(reason);
});

test('house: the answers of one question that it makes are fixed', () => {
  const { v, markets } = opened(house('100', THIRDS), 3, true);
  const { slug } = v.state.catalogEvents.get(v.eventOf(markets[0]!))!;
  const event = catalogEventDefinition({ id: null, slug, negRisk: true, tagSlugs: [] });
  const added = { ...marketDefinition(9, {}), negRisk: true };
  const command = {
    kind: 'AddToCatalog',
    tags: [],
    series: [],
    events: [{ event, markets: [added] }],
    markets: [],
  } as const;
  expect(v.submit(command)).toMatchObject({ details: { reason: expect.stringContaining('its answers are fixed') } });
  const again = { ...command, events: [{ event, markets: [], house: house('1', [500_000]) }] };
  expect(v.submit(again)).toMatchObject({ details: { reason: 'houseMaker: the event exists already' } });
});
