import type { OrderPlacement } from '@bellwether/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

let stack: Stack;
let alice: Trader;
let market: TestMarket;
const HASH = `0x${'ab'.repeat(32)}`;
const ZERO = `0x${'0'.repeat(40)}`;

beforeAll(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, '1');
  market = (await addEvent(stack, ['Will it rain?'], { orderPriceMinTickSize: 0.01, orderMinSize: 5 }))[0]!;
});
afterAll(() => stack.close());

describe('errors of orders', () => {
  const order = () => ({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' }) as const;

  test.each<[string, (body: OrderPlacement) => unknown, string | RegExp, string]>([
    ['no owner', ({ owner, ...rest }) => rest, 'Invalid order payload: owner is required', 'invalid_order_payload'],
    [
      'a foreign owner',
      (body) => ({ ...body, owner: ZERO }),
      /^the order owner has to be the owner of the API KEY: /,
      'wrong_owner',
    ],
    [
      'another signer',
      (body) => ({ ...body, order: { ...body.order, signer: ZERO } }),
      /^the order signer address has to be the address of the API KEY: /,
      'wrong_signer',
    ],
    [
      'another maker',
      (body) => ({ ...body, order: { ...body.order, maker: ZERO } }),
      /order\.signatureType 0 does not fit order\.maker 0x0{40}, which is not the signer’s own address: it takes signatureType 1, 2, 3$/,
      'signature_type_mismatch',
    ],
    [
      'an amount that is not what was signed',
      (body) => ({ ...body, order: { ...body.order, takerAmount: '20000000' } }),
      /^invalid signature: recovered signer 0x[0-9a-f]{40}, expected 0x[0-9a-f]{40}; digest expected to be signed 0x[0-9a-f]{64}, for chain 31337 /,
      'invalid_signature',
    ],
    [
      'no signature at all',
      (body) => ({ ...body, order: { ...body.order, signature: `0x${'00'.repeat(65)}` } }),
      /^invalid signature: recovered signer none/,
      'invalid_signature',
    ],
    [
      'a leading zero',
      (body) => ({ ...body, order: { ...body.order, makerAmount: '05' } }),
      /order\.makerAmount is malformed/,
      'invalid_order_payload',
    ],
    [
      'an unknown token',
      (body) => ({ ...body, order: { ...body.order, tokenId: '7' } }),
      'Invalid order payload: order.tokenId belongs to no market',
      'unknown_token',
    ],
    [
      'another market',
      (body) => ({ ...body, order: { ...body.order, conditionId: HASH } }),
      /conditionId is not the market/,
      'condition_mismatch',
    ],
    [
      'an unsafe salt',
      (body) => ({ ...body, order: { ...body.order, salt: 2 ** 53 } }),
      /order\.salt must be from 0 to 9007199254740991/,
      'invalid_order_payload',
    ],
    [
      'a side of its own',
      (body) => ({ ...body, order: { ...body.order, side: 'buy' } }),
      'Invalid order payload: order.side must be one of BUY, SELL',
      'invalid_order_payload',
    ],
    [
      'an amount with an exponent',
      (body) => ({ ...body, order: { ...body.order, takerAmount: '1e7' } }),
      /order\.takerAmount is malformed: expected a whole number of at most 16 decimal digits/,
      'invalid_order_payload',
    ],
    [
      'a token id of 2^256',
      (body) => ({ ...body, order: { ...body.order, tokenId: String(1n << 256n) } }),
      /order\.tokenId must be below 2\^256/,
      'invalid_order_payload',
    ],
    ['no object', () => [], 'Invalid order payload: the body must be object', 'invalid_order_payload'],
  ])('order: %s [O16]', async (_what, change, text, code) => {
    const before = stack.exchange.state.sequence;
    const answer = await alice.place(order(), change);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: typeof text === 'string' ? text : expect.stringMatching(text), code },
    });
    expect(stack.exchange.state.sequence).toBe(before);
  });

  test.each<[string, Parameters<Trader['place']>[0] | (() => Parameters<Trader['place']>[0]), RegExp, string]>([
    [
      'off the tick',
      () => ({ ...order(), price: '0.505' }),
      /^order 0x[0-9a-f]{64} is invalid\. Price \(0\.505\) breaks minimum tick size rule: 0\.01$/,
      'price_off_grid',
    ],
    [
      'too small',
      () => ({ ...order(), size: '4.99' }),
      /is invalid\. Size \(4\.99\) lower than the minimum: 5$/,
      'size_below_minimum',
    ],
    [
      'too dear',
      () => ({ ...order(), size: '3000' }),
      /balance: 1000000000, order amount: 1500000000; /,
      'insufficient_balance',
    ],
    [
      'without shares',
      () => ({ ...order(), side: 'SELL' }),
      /balance: 0, order amount: 10000000; /,
      'insufficient_position',
    ],
    [
      'GTD that ends now',
      () => ({ ...order(), type: 'GTD', expiration: 1_800_000_010 }),
      /^invalid expiration: GTD takes 1800000060 or later, not 1800000010$/,
      'expiration_invalid',
    ],
    [
      'FOK without liquidity',
      () => ({ tokenId: market.yes, side: 'BUY', type: 'FOK', price: '0.5', amount: '10', tick: '0.01' }),
      /^order couldn't be fully filled\. FOK/,
      'fok_not_filled',
    ],
    [
      'FAK without liquidity',
      () => ({ tokenId: market.yes, side: 'BUY', type: 'FAK', price: '0.5', amount: '10', tick: '0.01' }),
      /^no orders found to match with FAK order/,
      'fak_no_match',
    ],
  ])('order: %s [O16]', async (_what, wanted, text, code) => {
    const answer = await alice.place(typeof wanted === 'function' ? wanted() : wanted);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(text), code } });
    expect(stack.exchange.state.openOrders.size).toBe(0);
  });

  test('order: post-only that would cross', async () => {
    const bob = await Trader.open(stack, '2');
    await bob.placed({ ...order(), tokenId: market.no });
    expect((await alice.place({ ...order(), postOnly: true })).body).toMatchObject({
      error: expect.stringMatching(/^invalid post-only order: order crosses book, /),
    });
    await bob.send('DELETE', '/cancel-all');
  });

  test('order: a body that was changed on its way is a wrong request signature', async () => {
    const { body } = await alice.sign(order());
    const text = JSON.stringify(body);
    const answer = await send(stack, 'POST', '/order', `${text} `, alice.headers('POST', '/order', text));
    expect(answer).toMatchObject({ status: 401, body: { error: 'Unauthorized/Invalid api key' } });
    expect((await send(stack, 'POST', '/order', text, alice.headers('POST', '/order', text))).status).toBe(200);
    await alice.send('DELETE', '/cancel-all');
  });

  test.each([
    ['an empty list', [], /must be an array of 1\.\.15/],
    ['no list', {}, /must be an array of 1\.\.15/],
    ['16 orders', Array(16).fill({}), /^Too many orders in payload: 16, max allowed: 15$/],
  ])('orders: %s', async (_what, body, text) => {
    expect(await alice.send('POST', '/orders', body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(text) },
    });
  });

  test('cancel: malformed ids and too many', async () => {
    expect((await alice.send('DELETE', '/order', { orderID: '0x12' })).body).toMatchObject({
      error: 'Invalid orderID',
    });
    expect((await alice.send('DELETE', '/order', {})).body).toMatchObject({
      error: 'Invalid order payload: orderID is required',
    });
    expect((await alice.send('DELETE', '/orders', Array(1001).fill(HASH))).body).toMatchObject({
      error: 'Too many orders in payload, max allowed: 1000',
    });
  });

  test('mode: every mode lets through what it says, and 503 comes before what else is wrong', async () => {
    const [cheap, post] = [await alice.sign(order()), await alice.sign({ ...order(), price: '0.4', postOnly: true })];
    await admin(stack, 'POST', '/admin/mode', { mode: 'cancel_only' });
    expect(await alice.send('POST', '/order', { nonsense: 1 })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
    });
    expect((await alice.send('POST', '/order', cheap.body)).body).toMatchObject({
      error: expect.stringContaining('cancel-only'),
      code: 'mode_cancel_only',
    });
    await admin(stack, 'POST', '/admin/mode', { mode: 'post_only' });
    expect((await alice.send('POST', '/order', cheap.body)).body).toMatchObject({
      code: 'post_only_mode',
      retry_after_seconds: 60,
    });
    expect((await alice.send('POST', '/order', post.body)).status).toBe(200);
    await admin(stack, 'POST', '/admin/mode', { mode: 'disabled' });
    expect((await alice.send('DELETE', '/cancel-all')).body).toMatchObject({ code: 'mode_disabled' });
    await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
    expect((await alice.send('DELETE', '/cancel-all')).body).toMatchObject({ canceled: [post.orderId] });
  });
});
