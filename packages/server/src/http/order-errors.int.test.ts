/** Refused orders leave nothing behind. The texts and figures of each refusal are in the table of errors. */
import type { OrderPlacement } from '@bellwether/contract';
import type { OrderRequest } from '@bellwether/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { addMarket, type TestMarket, Trader } from './testing/trader.ts';

let stack: Stack;
let alice: Trader;
let market: TestMarket;
beforeAll(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, '1');
  market = await addMarket(stack, 'Will it rain?', { orderPriceMinTickSize: 0.01, orderMinSize: 5 });
});
afterAll(() => stack.close());

type Change = (body: OrderPlacement) => unknown;
const order = () => ({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' }) as const;

async function expectRefusal(wanted: object, change: Change | undefined, text: RegExp, code: string): Promise<void> {
  const before = stack.exchange.state.sequence;
  const answer = await alice.place({ ...order(), ...wanted } as OrderRequest, change);
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(text), code } });
  expect([stack.exchange.state.sequence, stack.exchange.state.openOrders.size]).toEqual([before, 0]);
}

const changed = (fields: object) => (body: OrderPlacement) => ({ ...body, order: { ...body.order, ...fields } });

test.each<[string, Change, RegExp, string]>([
  ['no object', () => [], /^Invalid order payload: the body must be object$/, 'invalid_order_payload'],
  ['no owner', ({ owner, ...rest }) => rest, /^Invalid order payload: owner is required$/, 'invalid_order_payload'],
  ['a leading zero', changed({ makerAmount: '05' }), /order\.makerAmount is malformed/, 'invalid_order_payload'],
  ['an exponent', changed({ takerAmount: '1e7' }), /takerAmount is malformed: .* 16 decimal/, 'invalid_order_payload'],
  ['an unsafe salt', changed({ salt: 2 ** 53 }), /salt must be from 0 to 9007199254740991/, 'invalid_order_payload'],
  ['a side of its own', changed({ side: 'buy' }), /side must be one of BUY, SELL$/, 'invalid_order_payload'],
  [
    'a token id of 2^256',
    changed({ tokenId: String(1n << 256n) }),
    /tokenId must be below 2\^256/,
    'invalid_order_payload',
  ],
  ['an unknown token', changed({ tokenId: '7' }), /order\.tokenId belongs to no market$/, 'unknown_token'],
  ['no signature', changed({ signature: `0x${'00'.repeat(65)}` }), /: recovered signer none/, 'invalid_signature'],
  ['another amount than was signed', changed({ takerAmount: '20000000' }), /^invalid signature/, 'invalid_signature'],
])('order: a body with %s [O16]', (_what, change, text, code) => expectRefusal({}, change, text, code));

const TAKING = { price: '0.5', amount: '10', tick: '0.01' };

test.each<[string, object, RegExp, string]>([
  ['off the tick', { price: '0.505' }, /Price \(0\.505\) breaks minimum tick size rule: 0\.01$/, 'price_off_grid'],
  ['too small', { size: '4.99' }, /Size \(4\.99\) lower than the minimum: 5$/, 'size_below_minimum'],
  ['too dear', { size: '3000' }, /balance: 1000000000, order amount: 1500000000; /, 'insufficient_balance'],
  ['without shares', { side: 'SELL' }, /balance: 0, order amount: 10000000; /, 'insufficient_position'],
  ['GTD that ends now', { type: 'GTD', expiration: 1_800_000_010 }, /^invalid expiration: /, 'expiration_invalid'],
  ['FOK without liquidity', { ...TAKING, type: 'FOK' }, /^order couldn't be fully filled\. FOK/, 'fok_not_filled'],
  ['FAK without liquidity', { ...TAKING, type: 'FAK' }, /^no orders found to match with FAK order/, 'fak_no_match'],
])('order: %s [O16]', (_what, wanted, text, code) => expectRefusal(wanted, undefined, text, code));
