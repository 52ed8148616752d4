import type { EventMarket, MarketDetail } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { closedWords, type EventRow, eventRow, eventRows, leadingRows, marketOf } from './market-model.ts';

const detail = {
  ...{ market_id: 7, condition_id: '0xc', slug: 'rain', question: 'Rain?', description: '', status: 'open' },
  ...{ image: '', icon: 'https://example.org/i.png', end_date_iso: '', accepting_orders: true, neg_risk: false },
  tokens: [
    { token_id: '1', outcome: 'Yes', price: 0.4, winner: false, price_known: true },
    { token_id: '2', outcome: 'No', price: 0.6, winner: false, price_known: true },
  ],
  ...{ minimum_tick_size: 0.0025, minimum_order_size: 5, taker_base_fee: 200 },
  event: { id: '1', slug: 'weather', title: 'Weather', ticker: '', description: '' },
} as unknown as MarketDetail;

test('market: terms are exact decimals', () =>
  expect(marketOf(detail)).toMatchObject({ id: '7', tick: '0.0025', minimumSize: '5', image: detail.icon }));

test.each([
  ['open', true, 'open'],
  ['open', false, 'paused'],
  ['closed', false, 'closed'],
  ['resolving', false, 'resolving'],
  ['resolved', false, 'resolved'],
] as const)('market: %s with orders taken: %s is %s', (status, accepting_orders, shown) =>
  expect(marketOf({ ...detail, status, accepting_orders }).status).toBe(shown),
);

const listed = (slug: string, price: string, more: Partial<EventMarket> = {}): EventMarket =>
  ({
    ...{ conditionId: slug, slug, question: `Will it be ${slug}?`, groupItemTitle: slug, image: '', icon: '' },
    ...{ outcomeLabels: ['Yes', 'No'], tokenIds: ['1', '2'], outcomePrices: JSON.stringify([price, '0']) },
    ...{ priceKnown: true, bestBid: 0.2, bestAsk: 1, volumeNum: 1, volume24hr: 1, endDate: '' },
    ...{ closed: false, active: true, archived: false, acceptingOrders: true },
    ...more,
  }) as EventMarket;

test('market: a price that is not known is none, and a date that says there is no end is none', () => {
  const tokens = detail.tokens.map((token) => ({ ...token, price: 0.5, price_known: false }));
  const market = marketOf({ ...detail, tokens, end_date_iso: '2199-12-31T00:00:00Z' });
  expect([market.outcomes.map(({ price }) => price), market.endDate]).toEqual([[null, null], '']);
  expect(eventRow(listed('a', '0.5', { endDate: '2199-12-31T00:00:00Z' })).endDate).toBe('');
});

test('event rows: where no price is known there is none, and they come last', () => {
  const markets = [listed('a', '0.5', { priceKnown: false }), listed('b', '0.01'), listed('c', '0.7')];
  const rows = eventRows({ markets, negRisk: true });
  expect(rows.map(({ slug }) => slug)).toEqual(['c', 'b', 'a']);
  expect(rows.at(-1)?.prices).toEqual([null, null]);
  expect(leadingRows(rows, 2).map(({ slug }) => slug)).toEqual(['c', 'b']);
});

test('event rows: where one of them wins, the likeliest is first; else the order of the catalog stands', () => {
  const markets = [listed('a', '0.1'), listed('b', '0.7')];
  expect(eventRows({ markets, negRisk: true }).map(({ slug }) => slug)).toEqual(['b', 'a']);
  expect(eventRows({ markets, negRisk: false }).map(({ slug }) => slug)).toEqual(['a', 'b']);
});

test('event rows: hidden markets are left out', () => {
  const markets = [listed('a', '0.1', { archived: true }), listed('b', '0.7', { active: false })];
  expect(eventRows({ markets, negRisk: false })).toEqual([]);
});

test('event rows: an empty side has no price, and a broken text of prices harms nothing', () => {
  expect(eventRow(listed('a', '0.1'))).toMatchObject({ bid: '0.2', ask: null });
  expect(eventRow(listed('a', '', { outcomePrices: '{' })).prices).toEqual([null, null]);
  expect(eventRow(listed('', '0.1')).label).toBe('Will it be ?');
});

test('rows: a card shows the likeliest that are not over, in the order of the event', () => {
  const row = (slug: string, price: string, closed = false) =>
    ({ slug, prices: [price, '0'], closed }) as unknown as EventRow;
  const rows = [row('a', '0.1'), row('b', '0.5'), row('over', '1', true), row('c', '0.2'), row('d', '0.9')];
  expect(leadingRows(rows, 3).map(({ slug }) => slug)).toEqual(['b', 'c', 'd']);
  expect(leadingRows(rows.slice(0, 2), 3).map(({ slug }) => slug)).toEqual(['a', 'b']);
  const over = [row('lost', '0', true), row('won', '1', true), row('also', '0', true)];
  expect(leadingRows(over, 2).map(({ slug }) => slug)).toEqual(['lost', 'won']);
});

test.each([
  [true, ['1', '0'], 'Resolved: Yes'],
  [true, ['0', '1'], 'Resolved: No'],
  [true, ['0.5', '0.5'], 'Resolved'],
  [false, ['1', '0'], 'Closed'],
] as const)('rows: a closed market says how it stands (%s, %j)', (isResolved, prices, words) =>
  expect(closedWords({ isResolved, prices, outcomeLabels: ['Yes', 'No'] } as unknown as EventRow)).toBe(words),
);
