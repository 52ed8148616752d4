import { expect, test } from 'vitest';
import { CAPS } from '../caps.ts';
import { DATA_V2_IDS_MAX } from '../data-v2/common.ts';
import { ROUTES, ROUTES_BY_NAME } from '../route-table.ts';
import { costOf, costText } from './cost.ts';

const ids = (count: number): string => Array.from({ length: count }, (_, index) => `0x${index}`).join(',');
const units = (
  name: keyof typeof ROUTES_BY_NAME,
  query: Record<string, string | string[]> = {},
  bodyBytes = 0,
): number => costOf(ROUTES_BY_NAME[name], { query, bodyBytes });

test('cost: every route that counts by cost declares one, and no other does [R20]', () => {
  for (const { method, path, caps, cost } of ROUTES) {
    const counts = caps.filter((cap) => cap === 'work' || cap === 'cancels');
    expect([path, method, counts.length]).toEqual([path, method, cost === undefined ? 0 : 1]);
  }
});

test('cost: a row, an id, an offset or a byte more is never cheaper', () => {
  const trades = [{}, { limit: '1000' }, { limit: '10000' }].map((query) => units('trades', query));
  expect(trades).toEqual([1, 10, 100]);
  expect(units('trades', { limit: '10000', offset: '10000' })).toBe(110);
  expect(units('trades', { limit: '100', filterType: 'CASH' })).toBe(21);
  expect(units('activity', { market: ids(500), limit: '500' })).toBe(2 + 10 + 20);
  expect(units('activity', { sortBy: 'CASH', offset: '10000' })).toBe(2 + 2 + 10 + 15);
  expect(units('holders', { market: ids(50), limit: '500' })).toBe(1 + 125);
  expect(units('liveVolume', { market: [ids(200), ids(300)] })).toBe(1 + 10);
  expect([units('midpoints', {}, 0), units('midpoints', {}, 256 * 1024)]).toEqual([1, 65]);
  for (const [isSo, isNot] of Object.entries({ true: 'false', True: 'False', '1': '0' }))
    expect(units('positions', { mergeable: isSo }) - units('positions', { mergeable: isNot })).toBe(10);
});

test('cost: a field counts under each of its spellings, and a user’s rows less than a market’s', () => {
  for (const condition of ['condition', 'condition_id', 'conditionId']) {
    expect(units('dataV2Positions', { [condition]: ids(1), limit: '100' })).toBe(10 + 4 + 60);
    expect(units('dataV2Positions', { [condition]: ids(1), user: '0x1', limit: '100' })).toBe(10 + 4);
    expect(units('dataV2Holders', { [condition]: ids(20), limit: '1000' })).toBe(2 + 100 + 80);
  }
});

test('cost: an account with positions in all markets of a large venue counts as what it is', () => {
  const { account } = ROUTES_BY_NAME;
  expect(costOf(account, { query: {}, bodyBytes: 0 })).toBe(2);
  expect(costOf(account, { query: {}, bodyBytes: 0, owned: 1_925 })).toBe(27);
});

test('cost: what is going to be refused waits for no room that it will not use', () => {
  expect(units('trades', { limit: '99999999999' })).toBe(0);
  // A limit above the route's maximum counts as the maximum.
  expect(units('trades', { limit: '100000' })).toBe(100);
  expect(units('trades', { limit: ['1', '2'] })).toBe(0);
  expect(units('trades', { limit: '-5' })).toBe(0);
});

test('cost: the largest that can be declared fits its cap [R20]', () => {
  const largest = 256 * 1024;
  for (const route of ROUTES) {
    const properties = (route.query?.properties ?? {}) as Record<string, { maximum?: number; maxItems?: number }>;
    const filters = { filterType: 'CASH', sortBy: 'CASH', mergeable: 'true' };
    const query: Record<string, string> = { ...filters, next_cursor: 'MA==' };
    for (const name of ['limit', 'offset']) query[name] = String(Math.min(properties[name]?.maximum ?? 0, 999_999_999));
    query['market'] = ids(properties['market']?.maxItems ?? 1);
    if ('condition' in properties) query['condition'] = ids(DATA_V2_IDS_MAX);
    const most = costOf(route, { query, bodyBytes: route.body === undefined ? 0 : largest });
    expect(most).toBeLessThanOrEqual(CAPS.work.windows[0]?.requests ?? 0);
  }
});

test('cost: in words', () => {
  const extra = [{ field: 'sortBy', values: ['CASH'], units: 15 }];
  const words = '2, 1 for each 100 rows asked for, 15 with sortBy CASH';
  expect(costText({ base: 2, rowsPerUnit: 100, extra })).toBe(words);
});
