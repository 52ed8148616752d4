import { ALL_ROUTES_BY_NAME, MarketsQuery, type Route, TradesQuery } from '@bellwether/contract';
import { failure } from '@bellwether/wire/failure.ts';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { createQueryReader } from './query.ts';

const readTrades = createQueryReader<TradesQuery>(TradesQuery, {
  unknown: (name) => failure('unknown_field', { name }),
});
const readMarkets = createQueryReader<MarketsQuery>(MarketsQuery, {
  aliases: { tag: 'tag_slug', condition_id: 'conditionId' },
});
const readAs = (name: string, value: boolean) => ({ kind: 'read', value: { [name]: value } });
const CONDITION = `0x${'aB'.repeat(32)}`;

test('query: defaults are filled in and nothing else', () => {
  expect(readTrades({})).toEqual({ kind: 'read', value: { limit: 100, offset: 0, takerOnly: true } });
  expect(readMarkets({})).toEqual({ kind: 'read', value: { limit: 20, offset: 0, ascending: false } });
});

test('query: values are read by their type, at their bounds', () => {
  const raw = {
    limit: '0',
    offset: '10000',
    takerOnly: 'false',
    filterType: 'CASH',
    filterAmount: '0.000001',
    side: 'SELL',
  };
  const value = { limit: 0, offset: 10000, takerOnly: false, filterType: 'CASH', filterAmount: 0.000001, side: 'SELL' };
  expect(readTrades(raw)).toEqual({ kind: 'read', value });
  expect(readTrades({ limit: '10000' })).toMatchObject({ value: { limit: 10000 } });
});

test('query: every boolean of every route is read as Python, JavaScript and SQL write it [W60]', () => {
  for (const { query } of Object.values(ALL_ROUTES_BY_NAME) as readonly Route[])
    for (const [name, field] of Object.entries(query?.properties ?? {})) {
      if ((field as { readonly type?: string }).type !== 'boolean') continue;
      const read = createQueryReader(Type.Object({ [name]: field }));
      for (const text of ['true', 'True', 'TRUE', '1']) expect(read({ [name]: text })).toEqual(readAs(name, true));
      for (const text of ['false', 'False', 'FALSE', '0']) expect(read({ [name]: text })).toEqual(readAs(name, false));
    }
});

test('query: every number of every route that may have a point may begin with it', () => {
  for (const { query } of Object.values(ALL_ROUTES_BY_NAME) as readonly Route[])
    for (const [name, field] of Object.entries(query?.properties ?? {})) {
      const { type, maximum = 1 } = field as { readonly type?: string; readonly maximum?: number };
      if (type !== 'number' || maximum < 0.25) continue;
      const read = createQueryReader(Type.Object({ [name]: field }));
      expect(read({ [name]: '.25' })).toEqual({ kind: 'read', value: { [name]: 0.25 } });
      for (const text of ['1.', '.', '-.', '.1.', '.e1', `.${'1'.repeat(19)}`])
        expect(read({ [name]: text })).toMatchObject({ kind: 'failure', status: 400 });
    }
});

test('query: lists are comma separated, repeated, or both', () => {
  for (const market of [`${CONDITION},${CONDITION}`, [CONDITION, CONDITION]])
    expect(readTrades({ market })).toMatchObject({ value: { market: [CONDITION, CONDITION] } });
});

test('query: another name of a field counts as the field', () => {
  const answer = readMarkets({ tag: 'rain', condition_id: CONDITION });
  expect(answer).toMatchObject({ value: { tag_slug: 'rain', conditionId: CONDITION } });
});

test.each<[Record<string, unknown>, string]>([
  [{ limit: '10001' }, 'limit must be in 0..10000'],
  [{ limit: '-1' }, 'limit must be in 0..10000'],
  [{ limit: '1.5' }, 'limit must be an integer'],
  [{ limit: '0x10' }, 'limit must be an integer'],
  [{ limit: '' }, 'limit must be an integer'],
  [{ limit: ' 5' }, 'limit must be an integer'],
  [{ limit: ['5', '6'] }, 'limit must be given once'],
  [{ filterAmount: '-0.1' }, 'filterAmount must be at least 0'],
  [{ filterAmount: '1e5' }, 'filterAmount must be a plain decimal number'],
  [
    { filterAmount: '9'.repeat(17) },
    'filterAmount must be a plain decimal number of at most 16 digits, and 18 after the point',
  ],
  [{ filterAmount: '1.' }, 'filterAmount must be a plain decimal number'],
  [{ filterAmount: '-.1' }, 'filterAmount must be at least 0'],
  [{ limit: '.5' }, 'limit must be an integer'],
  [{ limit: '9'.repeat(17) }, 'limit must be an integer of at most 16 digits'],
  [{ filterType: 'cash' }, 'filterType must be one of CASH, TOKENS'],
  [{ takerOnly: 'yes' }, 'takerOnly must be true or false'],
  [{ takerOnly: '2' }, 'takerOnly must be true or false'],
  [{ takerOnly: '' }, 'takerOnly must be true or false'],
  [{ takerOnly: 'toString' }, 'takerOnly must be true or false'],
  [{ market: `${CONDITION},0x12` }, 'market is malformed'],
  [{ market: '' }, 'market is malformed'],
  [{ user: '0x12' }, 'user is malformed: expected a wallet address'],
  [{ side: ['BUY'] }, 'side must be given once'],
  [{ limt: '5' }, 'unknown_field: limt'],
  [{ 'evil"<script>': '5' }, 'unknown_field: evilscript'],
  [{ ['x'.repeat(100)]: '5' }, `unknown_field: ${'x'.repeat(64)}`],
  [Object.assign(Object.create(null), { __proto__x: '1' }), 'unknown_field: __proto__x'],
])('query: %j is refused by name', (raw, text) =>
  expect(readTrades(raw)).toMatchObject({ kind: 'failure', status: 400, text: expect.stringContaining(text) }),
);

test.each([
  { tag: 'rain', tag_slug: 'rain' },
  { conditionId: CONDITION, condition_id: CONDITION },
])('query: %j names one parameter twice with one value, which is as good as once', (raw) => {
  const [[name = '', value]] = Object.entries(raw) as [[string, string]];
  expect(readMarkets(raw)).toEqual(readMarkets({ [name]: value }));
  expect(readMarkets(raw).kind).toBe('read');
});

test.each<[Record<string, unknown>, string]>([
  [{ limit: '501' }, 'limit must be in 1..500'],
  [{ limit: '0' }, 'limit must be in 1..500'],
  [{ tag: 'a', tag_slug: 'b' }, 'tag_slug and tag are the same parameter, here with two values: send one'],
  [{ Limit: '5' }, 'unknown parameter: Limit; did you mean limit?'],
  [{ tagSlug: 'a' }, 'unknown parameter: tagSlug; did you mean tag_slug?'],
  [{ order: 'password' }, 'order must be one of id, '],
  [{ order: 'id,password' }, 'order must be one of id, '],
  [{ order: 'id,slug,question,volume,liquidity' }, 'order must name at most 4'],
  [{ negRiskMarketID: '1' }, 'unknown parameter: negRiskMarketID'],
  [
    { slug: '' },
    'slug is malformed: expected text of 1 to 300 characters in one line; several are separated by commas',
  ],
])('query: catalog: %j is refused by name', (raw, text) =>
  expect(readMarkets(raw)).toMatchObject({ kind: 'failure', status: 400, text: expect.stringContaining(text) }),
);
