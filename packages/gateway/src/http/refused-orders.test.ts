/** The memory of refused orders: what it returns, and its bounds. */
import { type AccountId, createState, type MarketId, micros } from '@bellwether/engine';
import { failure } from '@bellwether/wire/failure.ts';
import { expect, test } from 'vitest';
import {
  REFUSAL_CHARACTERS_MAX,
  REFUSALS_MAX,
  REFUSALS_PER_ACCOUNT_MAX,
  REFUSALS_TOLD_MAX,
  RefusedOrders,
} from './refused-orders.ts';

const STATE = createState();
const AMOUNTS = { makerAmount: micros(5_000_000), takerAmount: micros(10_000_000) };
const TERMS = { market: 0 as MarketId, outcome: 0, side: 'BUY', type: 'GTC', expiration: 0, ...AMOUNTS } as const;
const refusal = (text = '') => ({ ...failure('market_closed'), text });

test('refused orders: each refusal of an order comes back, oldest first, to its own account', () => {
  let nowMs = 1_000;
  const refused = new RefusedOrders(() => nowMs);
  refused.note(1 as AccountId, '0xa', TERMS, refusal('first'), STATE);
  nowMs = 2_000;
  refused.note(1 as AccountId, '0xb', TERMS, refusal('other'), STATE);
  refused.note(1 as AccountId, '0xa', TERMS, refusal('second'), STATE);
  expect(refused.find(1 as AccountId, '0xa').map(({ error, timeMs }) => [error, timeMs])).toEqual([
    ['first', 1_000],
    ['second', 2_000],
  ]);
  expect(refused.find(2 as AccountId, '0xa')).toEqual([]);
  for (let index = 0; index < REFUSALS_TOLD_MAX; index++)
    refused.note(1 as AccountId, '0xa', TERMS, refusal(`again ${index}`), STATE);
  const latest = refused.find(1 as AccountId, '0xa').map(({ error }) => error);
  expect(latest).toHaveLength(REFUSALS_TOLD_MAX);
  expect(latest[0]).toBe('again 0');
});

test('refused orders: bounded for each account and in all, the oldest go first [O26]', () => {
  const refused = new RefusedOrders(() => 0);
  for (let index = 0; index <= REFUSALS_PER_ACCOUNT_MAX; index++)
    refused.note(1 as AccountId, `0x${index}`, TERMS, refusal(), STATE);
  expect(refused.size).toBe(REFUSALS_PER_ACCOUNT_MAX);
  expect(refused.find(1 as AccountId, '0x0')).toEqual([]);
  expect(refused.find(1 as AccountId, '0x1')).toHaveLength(1);
  for (let index = 0; index < REFUSALS_MAX; index++)
    refused.note((2 + index) as AccountId, '0xc', TERMS, refusal(), STATE);
  expect(refused.size).toBe(REFUSALS_MAX);
  expect(refused.find(1 as AccountId, `0x${REFUSALS_PER_ACCOUNT_MAX}`)).toEqual([]);
  const long = 'x'.repeat(REFUSAL_CHARACTERS_MAX / 4);
  for (let index = 0; index < 5; index++) refused.note(1 as AccountId, `0x${index}`, TERMS, refusal(long), STATE);
  expect(refused.size).toBe(3);
  // A refusal that is larger than the whole bound is not kept at all.
  refused.note(1 as AccountId, '0xd', TERMS, refusal(long.repeat(5)), STATE);
  expect(refused.size).toBe(0);
});
