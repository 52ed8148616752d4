/** Reports of small histories, with figures reckoned by hand. */
import { type MarketId, micros } from '@bellwether/engine';
import { ScenarioVenue, START_MS } from '@bellwether/engine/testing/scenarios/venue.testing.ts';
import { expect, test } from 'vitest';
import type { JournalReport } from './document.ts';
import { folded } from './testing/folded.ts';

const reportOf = (venue: ScenarioVenue, name = 'me'): JournalReport => folded(venue.entries, venue.named(name).account);

/** A venue with a market, or more, and `me`, `alice` and `bob` with balances. */
function open(me: string, takerFeeRate = 0, markets = 1): readonly [ScenarioVenue, MarketId, ...MarketId[]] {
  const venue = new ScenarioVenue();
  for (const [name, balance] of [['me', me] as const, ['alice', '100'] as const, ['bob', '1000'] as const])
    venue.trader(name, balance);
  return [venue, ...(venue.markets(markets, { takerFeeRate, minimumSize: '0' }) as [MarketId])];
}

function at(venue: ScenarioVenue, seconds: number): void {
  venue.timeMs = START_MS + seconds * 1_000;
}

/** Rows of adverse selection as text: fills, total, per share, not yet, no middle. */
const afterOf = ({ adverse_selection }: JournalReport, wanted: 'all' | 'maker' | 'taker'): string[] =>
  adverse_selection
    .filter(({ role }) => role === wanted)
    .map((sum) => [sum.fills, sum.total, sum.per_share ?? '-', sum.not_yet, sum.no_middle].join(' '));

/** A maker whose two fills are followed by a fall and a recovery, and who sells some shares as a taker at the end. */
function maker(): ScenarioVenue {
  const [venue, market] = open('100');
  venue.play(
    market,
    'alice buy yes 10 @ 0.50 -> live',
    'alice buy yes 20 @ 0.50 -> live',
    'me buy yes 20 @ 0.50 -> live',
    'bob buy no 100 @ 0.40 -> live',
    'bob buy no 40 @ 0.50 -> matched 20 for 40',
  );
  at(venue, 5);
  venue.play(market, 'bob buy no 10 @ 0.50 -> matched 5 for 10', 'alice buy yes 10 @ 0.30 -> live');
  at(venue, 12);
  venue.play(market, 'alice buy yes 10 @ 0.40 -> live');
  at(venue, 70);
  venue.play(market, 'me sell yes 5 @ 0.40 FAK -> matched 5 for 2');
  return venue;
}

test('report: profit, drawdown and inventory follow the marks of the book', () => {
  const { summary, equity, markets } = reportOf(maker());
  // 15 shares at the middle of 0.40 and 0.60, and 100 - 5 - 5 + 2 of cash.
  expect(summary).toMatchObject({ cash: '92', equity: '99.5', profit: '-0.5', profit_before_fees: '-0.5', fees: '0' });
  // From +0.5 (10 shares at 0.55) to -1 (20 shares at 0.45).
  expect(summary).toMatchObject({ max_drawdown: '1.5', max_drawdown_ms: START_MS + 5_000, deposits: '100' });
  expect(summary).toMatchObject({ shares_filled: '25', maker_fills: 2, maker_share: '0.8', rested: 1 });
  expect(equity.map(({ time_ms, profit }) => [(time_ms - START_MS) / 1_000, profit])).toEqual([
    [0, '0.5'],
    [5, '-1'],
    [12, '0'],
    [70, '-0.5'],
  ]);
  expect(markets).toMatchObject([{ shares: ['15', '0'], mark: '0.5', profit: '-0.5', volume: '12', fills: 3 }]);
  expect(markets[0]?.inventory.map(({ shares }) => shares)).toEqual(['10', '20', '15']);
});

test('report: fills have the queue ahead, and the market after them with the sign of their side', () => {
  const report = reportOf(maker());
  expect(report.fills.listed).toMatchObject([
    {
      role: 'maker',
      price: '0.5',
      size: '10',
      ahead_at_rest: '30',
      ahead_at_fill: '30',
      after: ['0.05', '-0.05', '0'],
    },
    { role: 'maker', price: '0.5', size: '10', ahead_at_rest: '30', ahead_at_fill: '0', after: ['-0.05', '0', '0'] },
    { role: 'taker', side: 'SELL', price: '0.4', ahead_at_rest: null, ahead_at_fill: null, after: [null, null, null] },
  ]);
  expect(report.summary).toMatchObject({ mean_ahead_at_rest: '30', mean_ahead_at_fill: '15' });
  expect(afterOf(report, 'maker')).toEqual(['2 0 0 0 0', '2 -0.5 -0.025 0 0', '2 0 0 0 0']);
  expect(afterOf(report, 'taker')).toEqual(['0 0 - 1 0', '0 0 - 1 0', '0 0 - 1 0']);
  expect(afterOf(report, 'all')).toEqual(['2 0 0 1 0', '2 -0.5 -0.025 1 0', '2 0 0 1 0']);
});

test('report: a moment counts as passed with the entry at it, and a market without a middle is said to have none', () => {
  const [venue, market] = open('100');
  venue.play(market, 'alice buy yes 10 @ 0.50 -> live', 'me buy no 10 @ 0.50 -> matched 5 for 10');
  at(venue, 1);
  venue.play(market, 'alice buy yes 10 @ 0.20 -> live');
  expect(afterOf(reportOf(venue), 'taker')).toEqual(['0 0 - 0 1', '0 0 - 1 0', '0 0 - 1 0']);
  at(venue, 10);
  // The ask of 0.30 comes at the tenth second: the middle is 0.25, that of NO 0.75.
  venue.play(market, 'bob buy no 10 @ 0.70 -> live');
  expect(afterOf(reportOf(venue), 'taker')).toEqual(['0 0 - 0 1', '1 2.5 0.25 0 0', '0 0 - 1 0']);
});

test('report: fees, deposits, withdrawals, splits and payouts are told apart', () => {
  const [venue, market] = open('100', 400);
  const { account, wallet } = venue.named('me');
  venue.play(market, 'bob buy no 50 @ 0.50 -> live', 'me buy yes 50 @ 0.50 -> matched 25 for 50');
  venue.accept({ kind: 'SplitPosition', account, wallet, market, amount: micros(10_000_000) });
  venue.accept({ kind: 'Withdraw', wallet, amount: micros(20_000_000) });
  venue.accept({ kind: 'Deposit', wallet, amount: micros(5_000_000) });
  // 25 and a fee of 50 x 4 % x 0.25; nothing rests, so that the last trade marks 60 YES and 10 NO.
  expect(reportOf(venue).summary).toMatchObject({ profit: '-0.5', fees: '0.5', profit_before_fees: '0', cash: '49.5' });
  at(venue, 30);
  venue.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0] });
  venue.settle();
  const { summary, markets, fills, adverse_selection } = reportOf(venue);
  expect(summary).toMatchObject({ profit: '24.5', deposits: '105', withdrawals: '20', cash: '109.5', equity: '109.5' });
  expect(markets).toMatchObject([{ shares: ['0', '0'], mark: '1', profit: '24.5', fees: '0.5' }]);
  expect(markets[0]?.inventory.map(({ shares }) => shares)).toEqual(['50', '0']);
  // Without a book there is no middle after 1 s and 10 s; the result stands for one only after it came.
  expect(fills.listed[0]?.after).toEqual([null, null, null]);
  expect(adverse_selection[0]).toMatchObject({ fills: 0, no_middle: 1 });
});

test('report: a debt after a reversed result counts against the cash', () => {
  const [venue, market] = open('100');
  const { wallet } = venue.named('me');
  venue.play(market, 'bob buy no 50 @ 0.50 -> live', 'me buy yes 50 @ 0.50 -> matched 25 for 50');
  venue.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0] });
  venue.settle();
  venue.accept({ kind: 'Withdraw', wallet, amount: micros(120_000_000) });
  const to = { kind: 'payouts', payouts: [0, 10_000] } as const;
  venue.accept({ kind: 'ReverseResult', scope: { market }, to, by: 'operator', note: 'it was read wrongly' });
  venue.settle();
  // Only 5 of the 50 that were paid are still there.
  const { summary, markets } = reportOf(venue);
  expect(summary).toMatchObject({ cash: '-45', withdrawals: '120', profit: '-25', max_drawdown: '50' });
  expect(markets).toMatchObject([{ profit: '-25', mark: '0' }]);
});

test('report: orders have what became of them', () => {
  const [venue, market, other] = open('100', 0, 2);
  venue.play(market, 'me buy yes 10 @ 0.10 -> live', 'me buy yes 10 @ 0.20 GTD +61 -> live');
  venue.play(market, 'me buy yes 10 @ 0.30 -> live', 'bob buy no 4 @ 0.70 -> matched 2.8 for 4');
  venue.play(other as MarketId, 'me buy yes 10 @ 0.40 -> live', 'me buy yes 10 @ 0.20 FAK -> fak_no_match');
  const { account } = venue.named('me');
  venue.accept({ kind: 'CancelOrders', account, orderIds: [venue.orderId(2)] });
  at(venue, 62);
  venue.accept({ kind: 'ExpireOrders' });
  venue.accept({ kind: 'ResolveMarket', market: other as MarketId, payouts: [10_000, 0] });
  venue.settle();
  const { orders } = reportOf(venue);
  expect(orders.listed.map(({ price, filled, status, reason }) => [price, filled, status, reason])).toEqual([
    ['0.1', '0', 'LIVE', null],
    ['0.2', '0', 'EXPIRED', 'expired'],
    ['0.3', '4', 'CANCELED', 'user'],
    ['0.4', '0', 'CANCELED_MARKET_RESOLVED', 'market_resolved'],
  ]);
  expect(orders.by_status).toEqual({ LIVE: 1, EXPIRED: 1, CANCELED: 1, CANCELED_MARKET_RESOLVED: 1 });
  expect(orders.listed.map(({ ended_ms }) => ended_ms === null)).toEqual([true, false, false, false]);
});
