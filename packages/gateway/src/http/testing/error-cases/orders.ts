/** Errors of placing, reading and cancelling orders. */
import { createHash } from 'node:crypto';
import type { OrderPlacement } from '@bellwether/contract';
import { type Address, micros, type OrderId, orderId, type State, type TokenId } from '@bellwether/engine';
import type { OrderRequest } from '@bellwether/sdk';
import { expect } from 'vitest';
import { type Answer, addMarket, admin, type TestMarket, Trader } from '../trader.ts';
import { type ErrorCase, type ErrorCases, says } from './error-case.ts';
import { debtor } from './results.ts';
import { type ErrorVenue, lacks, UNKNOWN, VENUE_SECONDS, walletsOf } from './venue.ts';

const [SOME_NUMBER, NO_BYTES] = [expect.stringMatching(/^[0-9]+$/), `0x${'0'.repeat(64)}`];
/** Fields of Alice's signed order with a changed amount, except her address and the token. */
const SIGNED = {
  ...{ salt: SOME_NUMBER, timestamp: SOME_NUMBER, metadata: NO_BYTES, builder: NO_BYTES },
  ...{ makerAmount: '5000000', takerAmount: '20000000', side: 0, signatureType: 0 },
};
/** Bob's order as a key of Alice's deposit wallet, which he is with these scopes, if any. */
const asKey =
  (
    scopes: readonly string[] | null,
    hasEnded = false,
    place = ({ bob, open }: ErrorVenue, wallet: string): Promise<Answer> =>
      bob.placeAsKey(wallet, { tokenId: open.yes, side: 'BUY', price: '0.5', size: '10' }),
  ) =>
  async (venue: ErrorVenue): Promise<Answer> => {
    const { stack, alice, bob } = venue;
    const { depositWallet } = await alice.account();
    const { exchange } = stack;
    const account = exchange.state.accountsByAddress.get(alice.address as Address) as never;
    const wallet = exchange.state.walletsByAddress.get(depositWallet as Address) as never;
    const key = bob.address as Address;
    const terms = { label: '', expiration: VENUE_SECONDS + 60 };
    if (scopes !== null) await exchange.submit({ kind: 'AddKey', account, wallet, key, scopes, ...terms });
    // Without waiting: the other rows count on the time.
    if (hasEnded) (exchange.state as State).keys.end(wallet, key);
    const answer = await place(venue, depositWallet);
    if (scopes !== null) await exchange.submit({ kind: 'RevokeKey', account, wallet, key });
    return answer;
  };
const ofKey = (more: object) => (venue: ErrorVenue) => ({
  key: venue.bob.address,
  wallet: walletsOf(venue, venue.alice)[1],
  ...more,
});
const ORDERS_OF_KEYS = {
  unknown_key: {
    details: ofKey({}),
    provoke: asKey(null),
  },
  key_scope: {
    details: ofKey({ scopes: ['COMBOSRFQ', 'RFQ'], needed: ['ALL', 'CLOB'] }),
    provoke: asKey(['COMBOSRFQ', 'RFQ']),
  },
  key_ended: {
    details: ofKey({ since: VENUE_SECONDS + 60 }),
    provoke: asKey(['CLOB'], true),
  },
  order_of_other_signer: {
    details: (venue: ErrorVenue) => ({ wallet: walletsOf(venue, venue.alice)[1] }),
    provoke: (venue: ErrorVenue) => {
      const order = { tokenId: venue.open.yes, side: 'BUY', price: '0.01', size: '10' } as const;
      return asKey(['CLOB'], false, async ({ alice, bob }, address) => {
        const { body } = await bob.sign(order, { address, signatureType: 3, asKey: true });
        const first = await bob.send('POST', '/order', body);
        if (first.status !== 200) throw new Error(first.text);
        return alice.placeSame(body, { asKey: false });
      })(venue);
    },
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;

type Change = (body: OrderPlacement) => unknown;

/** A BUY of 10 at 0.5 on the open market, placed by alice. */
const placing =
  (order: Partial<OrderRequest> = {}, change?: Change) =>
  ({ alice, open }: ErrorVenue): Promise<Answer> =>
    alice.place({ tokenId: open.yes, side: 'BUY', price: '0.5', size: '10', ...order } as OrderRequest, change);

/** Places the same order with fields of the signed order changed afterwards. */
const changing = (fields: Readonly<Record<string, unknown>>) =>
  placing({}, (body) => ({ ...body, order: { ...body.order, ...fields } }));

const heartbeats = (path: string): ErrorCases[string] => ({
  invalid_heartbeat_id: {
    fields: { heartbeat_id: expect.stringMatching(/^[0-9a-f-]+$/), error_msg: 'Invalid Heartbeat ID' },
    provoke: async ({ bob }: ErrorVenue) => {
      await bob.send('POST', path, {});
      return bob.send('POST', path, { heartbeat_id: '00000000-0000-4000-8000-000000000000' });
    },
  },
});

const PRICES = { tick: '0.01', minimum: '0.01', maximum: '0.99' } as const;

/** Fewer commands than may wait in the exchange. */
const COMMANDS_AT_ONCE = 5_000;

/**
 * Places `count` resting BUY orders of 5 YES at 0.01, directly in the exchange: over HTTP they would take minutes.
 * Returns their ids.
 */
export async function restMany({ stack, address }: Trader, { yes }: TestMarket, count: number): Promise<OrderId[]> {
  const { state } = stack.exchange;
  const account = state.accountsByAddress.get(address as Address);
  const wallet = state.walletsByAddress.get(address as Address);
  const token = state.tokens.get(yes as TokenId);
  if (account === undefined || wallet === undefined || token === undefined) throw new Error('unknown trader or token');
  await stack.exchange.submit({ kind: 'Deposit', wallet, amount: micros(100_000_000_000) });
  const who = { account, wallet, apiKey: '', builder: '', market: token.market };
  const amounts = { makerAmount: micros(50_000), takerAmount: micros(5_000_000) };
  const how = { kind: 'PlaceOrder', outcome: 0, side: 'BUY', type: 'GTC', postOnly: false, expiration: 0 } as const;
  const ids = Array.from({ length: count }, (_, index) => {
    return orderId(`0x${createHash('sha256').update(String(index)).digest('hex')}`);
  });
  for (let sent = 0; sent < count; sent += COMMANDS_AT_ONCE) {
    const some = ids.slice(sent, sent + COMMANDS_AT_ONCE);
    await Promise.all(some.map((id) => stack.exchange.submit({ ...who, ...amounts, ...how, orderId: id })));
  }
  return ids;
}

export const ORDER_CASES: ErrorCases = {
  'POST /order': {
    order_version_mismatch: {
      text: 'order_version_mismatch: the order has the fields of version 1; this venue takes version 2, as GET /version says: sign it with a client for version 2, such as @polymarket/clob-client-v2 or @polymarket/client',
      details: { sent: 1, expected: 2 },
      provoke: placing(
        {},
        ({ order: { timestamp: _timestamp, metadata: _metadata, builder: _builder, ...rest }, ...body }) => ({
          ...body,
          order: { ...rest, taker: UNKNOWN.address, nonce: '0', feeRateBps: '0', expiration: '0' },
        }),
      ),
    },
    wrong_owner: {
      details: ({ alice }) => ({ owner: UNKNOWN.address, expected: alice.address }),
      provoke: placing({}, (body) => ({ ...body, owner: UNKNOWN.address })),
    },
    wrong_signer: {
      details: ({ alice }) => ({ signer: UNKNOWN.address, expected: alice.address }),
      provoke: changing({ signer: UNKNOWN.address }),
    },
    signature_type_mismatch: {
      text: /^Invalid order payload: order\.signatureType 1 does not fit order\.maker 0x[0-9a-f]{40}, the signer’s own address: it takes signatureType 0$/,
      details: ({ alice }) => ({ signatureType: 1, maker: alice.address, fitting: [0] }),
      provoke: changing({ signatureType: 1 }),
    },
    maker_not_allowed: {
      // Bob learns his own wallets, and nothing about the owner of the other one.
      details: (venue) => ({ maker: walletsOf(venue, venue.alice)[1], wallets: walletsOf(venue, venue.bob) }),
      provoke: async ({ alice, bob, open }) => {
        const order = { tokenId: open.yes, side: 'BUY', price: '0.5', size: '10' } as const;
        return bob.placeFrom((await alice.account()).depositWallet, 2, order);
      },
    },
    ...ORDERS_OF_KEYS,
    too_many_wallets: {
      details: { count: 16, maximum: 16 },
      provoke: async ({ stack, open }) => {
        const trader = await Trader.open(stack, 'd');
        for (let index = 0; ; index++) {
          const address = `0x${'5e'.repeat(19)}${String(index).padStart(2, '0')}`;
          const order = { tokenId: open.yes, side: 'BUY', price: '0.01', size: '10' } as const;
          const answer = await trader.placeFrom(address, 2, order);
          if (answer.status !== 200) return answer;
        }
      },
    },
    invalid_signature: {
      text: /^invalid signature: recovered signer 0x[0-9a-f]{40}, expected 0x[0-9a-f]{40}; digest expected to be signed 0x[0-9a-f]{64}, for chain 31337 \(Bellwether Exchange 1 at 0x[0-9a-f]{40}\)$/,
      details: ({ alice, stack, open }) => ({
        digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        primaryType: 'Order',
        domain: stack.dependencies.domain,
        message: { ...SIGNED, maker: alice.address, signer: alice.address, tokenId: open.yes },
        expected: alice.address,
        recovered: expect.stringMatching(/^0x[0-9a-f]{40}$/),
        signedFor: null,
      }),
      provoke: changing({ takerAmount: '20000000' }),
    },
    condition_mismatch: {
      details: ({ open }) => ({ conditionId: UNKNOWN.hash, expected: open.conditionId }),
      provoke: changing({ conditionId: UNKNOWN.hash }),
    },
    unknown_token: {
      details: { tokenId: UNKNOWN.token },
      provoke: changing({ tokenId: UNKNOWN.token }),
    },
    price_off_grid: {
      details: { price: '0.505', ...PRICES },
      provoke: placing({ price: '0.505' }),
    },
    price_out_of_range: {
      details: { price: '0.001', ...PRICES },
      provoke: placing({ price: '0.001' }),
    },
    size_below_minimum: {
      details: { size: '4990000', minimum: '5000000' },
      provoke: placing({ size: '4.99' }),
    },
    amount_out_of_range: {
      // 2,000,000,000 shares in millionths; an order may name at most 10^15.
      details: { field: 'takerAmount', amount: '2000000000000000', minimum: '1', maximum: '1000000000000000' },
      provoke: placing({ size: '2000000000' }),
    },
    insufficient_balance: {
      // 3,000 at 0.5 cost 1,500; alice has 1,000 and no open order, and the market charges no fee.
      ...lacks(1_000_000_000, 1_500_000_000, () => ({ cost: '1500000000', fee: '0' })),
      provoke: placing({ size: '3000' }),
    },
    insufficient_position: {
      ...lacks(0, 10_000_000, ({ open }) => ({ conditionId: open.conditionId, tokenId: open.yes })),
      provoke: placing({ side: 'SELL' }),
    },
    post_only_order_type: {
      details: { orderType: 'FOK', allowed: ['GTC', 'GTD'] },
      provoke: placing({}, (body) => ({ ...body, orderType: 'FOK', postOnly: true })),
    },
    post_only_would_cross: {
      // Bob buys NO at 0.5, which offers YES at 1 - 0.5.
      details: { price: '0.5', best: '0.5' },
      provoke: async (venue) => {
        await venue.bob.placed({ tokenId: venue.open.no, side: 'BUY', price: '0.5', size: '10' });
        const answer = await placing({ postOnly: true })(venue);
        await venue.bob.send('DELETE', '/cancel-all');
        return answer;
      },
    },
    fok_not_filled: {
      details: { price: '0.5', makerAmount: '10000000', making: '0', taking: '0', ownOrders: 0 },
      provoke: ({ alice, open }) =>
        alice.place({ tokenId: open.yes, side: 'BUY', type: 'FOK', price: '0.5', amount: '10', tick: '0.01' }),
    },
    fak_no_match: {
      text: 'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found. Its limit is 0.5, the best price on the other side is none.',
      details: { price: '0.5', best: null, ownOrders: 0 },
      provoke: ({ alice, open }) =>
        alice.place({ tokenId: open.yes, side: 'BUY', type: 'FAK', price: '0.5', amount: '10', tick: '0.01' }),
    },
    expiration_invalid: {
      text: `invalid expiration: GTD takes ${VENUE_SECONDS + 60} or later, not ${VENUE_SECONDS + 59}`,
      details: { orderType: 'GTD', expiration: VENUE_SECONDS + 59, earliest: VENUE_SECONDS + 60 },
      provoke: placing({ type: 'GTD', expiration: VENUE_SECONDS + 59 }),
    },
    market_not_ready: {
      details: ({ paused }) => ({ conditionId: paused.conditionId, status: 'open', since: null }),
      provoke: (venue) => placing({ tokenId: venue.paused.yes })(venue),
    },
    market_closed: {
      details: ({ resolved }) => ({ conditionId: resolved.conditionId, status: 'resolved', since: VENUE_SECONDS }),
      provoke: (venue) => placing({ tokenId: venue.resolved.yes })(venue),
    },
    trading_not_open: {
      text: `trading in this market opens at ${new Date((VENUE_SECONDS + 3_600) * 1000).toISOString()}`,
      details: { conditionId: expect.stringMatching(/^0x[0-9a-f]{64}$/), opens: VENUE_SECONDS + 3_600 },
      provoke: async (venue) => {
        const openTime = new Date((VENUE_SECONDS + 3_600) * 1000).toISOString();
        return placing({ tokenId: (await addMarket(venue.stack, 'Not yet?', { openTime })).yes })(venue);
      },
    },
    trading_ended: {
      details: { conditionId: expect.stringMatching(/^0x[0-9a-f]{64}$/), since: VENUE_SECONDS },
      provoke: async (venue) => {
        const closeTime = new Date(VENUE_SECONDS * 1000).toISOString();
        return placing({ tokenId: (await addMarket(venue.stack, 'Over?', { closeTime })).yes })(venue);
      },
    },
    result_proposed: {
      details: { conditionId: expect.stringMatching(/^0x[0-9a-f]{64}$/), until: VENUE_SECONDS + 86_400 },
      provoke: async (venue) => {
        const { conditionId, yes } = await addMarket(venue.stack, 'Decided?');
        await admin(venue.stack, 'POST', `/admin/markets/${conditionId}/propose`, { winner: 'Yes' });
        return placing({ tokenId: yes })(venue);
      },
    },
    account_in_debt: {
      details: { debt: '10000000' },
      provoke: async (venue) =>
        (await debtor(venue, '61', venue.bob)).place({
          tokenId: venue.open.yes,
          side: 'BUY',
          price: '0.5',
          size: '10',
        }),
    },
  },
  'POST /orders': {
    invalid_order_payload: says('Invalid order payload: the body must be an array of 1..15 orders', { body: [] }),
    too_many_orders: says(
      'Too many orders in payload: 16, max allowed: 15',
      { body: Array(16).fill({}) },
      { details: { count: 16, maximum: 15 } },
    ),
  },
  'DELETE /orders': {
    invalid_order_id: says('Invalid orderID', { body: [UNKNOWN.hash, 'x'] }),
    too_many_cancels: says(
      'Too many orders in payload, max allowed: 1000',
      { body: Array(1001).fill(UNKNOWN.hash) },
      { details: { count: 1001, maximum: 1000 } },
    ),
  },
  'DELETE /cancel-market-orders': {
    invalid_order_payload: says('Invalid order payload: market or asset_id is required', { body: {} }),
  },
  'POST /v1/heartbeats': heartbeats('/v1/heartbeats'),
  'POST /heartbeats': heartbeats('/heartbeats'),
};

/** Errors that take thousands of orders to provoke. They run in a file of their own, because they fill the venue. */
export const CROWDED_ORDER_CASES: ErrorCases = {
  'POST /order': {
    too_many_open_orders: {
      details: { count: 20_000, maximum: 20_000 },
      provoke: async (venue) => {
        venue.stack.projections.areStopped = true;
        await restMany(venue.alice, venue.open, 20_000);
        return placing({ price: '0.01', size: '5' })(venue);
      },
    },
    too_many_matches: {
      details: { maximum: 5_000 },
      provoke: async (venue) => {
        venue.stack.projections.areStopped = true;
        await restMany(venue.alice, venue.open, 5_001);
        await admin(venue.stack, 'POST', '/admin/deposits', { wallet: venue.bob.address, amount: '100000' });
        return venue.bob.place({ tokenId: venue.open.no, side: 'BUY', price: '0.99', size: '26000' });
      },
    },
  },
};
