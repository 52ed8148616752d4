/** Refusals of requests for portfolios and rankings, with their exact texts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { send } from './testing/trader.ts';

const UNKNOWN = `0x${'77'.repeat(32)}`;
const NOBODY = `0x${'99'.repeat(20)}`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test.each([
  ['/positions', 'missing_field: user'],
  ['/closed-positions', 'missing_field: user'],
  ['/value', 'missing_field: user'],
  ['/traded', 'missing_field: user'],
  ['/activity', 'missing_field: user'],
  [
    '/positions?user=0x1',
    'user is malformed: expected a wallet address: 0x and 40 hex digits, all lower-case or with a correct checksum',
  ],
  [`/positions?user=${NOBODY}&limit=501`, 'limit must be in 0..500'],
  [`/positions?user=${NOBODY}&offset=10001`, 'offset must be in 0..10000'],
  [`/positions?user=${NOBODY}&redeemable=yes`, 'redeemable must be true or false'],
  [`/positions?user=${NOBODY}&eventId=1`, 'unknown_field: eventId'],
  [
    `/positions?user=${NOBODY}&sortBy=tokens`,
    'sortBy must be one of CURRENT, INITIAL, TOKENS, CASHPNL, PERCENTPNL, TITLE, RESOLVING, PRICE, AVGPRICE',
  ],
  [`/closed-positions?user=${NOBODY}&limit=51`, 'limit must be in 0..50'],
  [`/value?user=${NOBODY}&limit=1`, 'unknown_field: limit'],
  [`/traded?user=${NOBODY}&market=${UNKNOWN}`, 'unknown_field: market'],
  [
    `/activity?user=${NOBODY}&type=REWARD`,
    'type must be one of TRADE, SPLIT, MERGE, REDEEM, CONVERSION, DEPOSIT, WITHDRAWAL',
  ],
  [`/activity?user=${NOBODY}&side=buy`, 'side must be one of BUY, SELL'],
  [`/activity?user=${NOBODY}&start=-1`, 'start must be in 0..999999999999'],
  ['/leaderboard?limit=51', 'limit must be in 1..50'],
  ['/leaderboard?timePeriod=YEAR', 'timePeriod must be one of DAY, WEEK, MONTH, ALL'],
  ['/leaderboard?category=OVERALL', 'unknown_field: category'],
])('data: %s is refused in words', async (url, error) => {
  const answer = await send(stack, 'GET', url);
  expect([answer.status, answer.body]).toEqual([400, { error }]);
});
