import { ApiError, type RefusalDetails } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { speak } from '../format/english.testing.ts';

speak('en-US');
const { adviceOf } = await import('./refusal-figures.ts');

const advice = (details: RefusalDetails): string | null =>
  adviceOf(new ApiError(400, 'as the venue says', { code: details.rule, body: { details } }));

const funds = (count: number, reserved: string) => ({
  ...{ wallets: ['0x1'], owned: '13900000', reserved, free: '1500000', needed: '5200000', missing: '3700000' },
  reservedBy: { count, orders: [], others: { count, reserved } },
});
const balance = (count: number, reserved: string, fee: string | null) =>
  ({ rule: 'insufficient_balance', ...funds(count, reserved), cost: '5000000', fee }) as const;
const RANGE = { tick: '0.01', minimum: '0.01', maximum: '0.99' };
const FOK = { rule: 'fok_not_filled', price: '0.45', makerAmount: '10000000', ownOrders: 0 } as const;
const SKEW = { serverTime: 1_000_061, timestamp: 1_000_000, aheadSeconds: -61 };
const CLOCK = { name: 'venue', ...SKEW, behindMax: 60, aheadMax: 5 } as const;
const position = { rule: 'insufficient_position', conditionId: '0x1', tokenId: '1' } as const;

test.each<[string, RefusalDetails, string]>([
  [
    'several orders hold the rest',
    balance(3, '12400000', '200000'),
    'The order needs $5.20 with its fee, and $1.50 is free. $12.40 is reserved by 3 open orders: make it smaller, or cancel one.',
  ],
  ['nothing is reserved', balance(0, '0', '0'), 'The order needs $5.20, and $1.50 is free. Make it smaller.'],
  [
    'shares in one order',
    { ...position, ...funds(1, '30000000') },
    'The order sells 5.2 shares, and 1.5 are free. 30 shares are reserved by 1 open order: make it smaller, or cancel one.',
  ],
  [
    'a step',
    { rule: 'price_off_grid', price: '0.505', ...RANGE },
    'Prices in this market go in steps of 1¢. Adjust the price.',
  ],
  ['a range', { rule: 'price_out_of_range', price: '1.2', ...RANGE }, 'Choose a price from 1¢ to 99¢.'],
  [
    'a minimum',
    { rule: 'size_below_minimum', size: '1000000', minimum: '5000000' },
    'Limit orders in this market have at least 5 shares.',
  ],
  [
    'a part of a FOK',
    { ...FOK, making: '8000000', taking: '1' },
    'All or nothing was asked, and at your worst price only 8 of 10 could be filled. Nothing was traded.',
  ],
  [
    'nothing of a FOK',
    { ...FOK, making: '0', taking: '0' },
    'All or nothing was asked, and at your worst price the book had nothing. Nothing was traded.',
  ],
  [
    'a clock',
    { rule: 'unauthenticated', scheme: 'L2', problem: 'timestamp', header: 'SERVICE_TIMESTAMP', clock: CLOCK },
    'This device signed with a clock that is 61 s behind the venue’s. Set its clock, then place the order again.',
  ],
])('figures: %s', (_name, details, words) => expect(advice(details)).toBe(words));

test('figures: where there are none that help, nothing is said', () => {
  expect(advice({ rule: 'unknown_token', tokenId: '1' })).toBeNull();
  expect(adviceOf(new ApiError(400, 'as an older venue says', { code: 'insufficient_balance' }))).toBeNull();
});
