/**
 * The order of checks that docs/reference/trading-rules.md states, over HTTP: of several faults, the first one is reported, and
 * nothing changes. The table of errors has the text of each. Below, the signature types that each maker accepts, and the
 * notice on an order from a wallet that the demo lends.
 */
import type { OrderAnswer, OrderPlacement } from '@bellwether/contract';
import { PROFILES } from '@bellwether/contract/profiles';
import { type OrderMessage, signOrder } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { openTestVenue, openTwoTraders } from './testing/open-venue.ts';
import type { StackOptions } from './testing/stack.ts';
import { type Answer, addMarket, admin, Trader } from './testing/trader.ts';

/** An order with exactly the amounts that a test wants, which no client would make. */
interface RawOrder {
  readonly tokenId: string;
  readonly side?: 'BUY' | 'SELL';
  readonly type?: 'GTC' | 'GTD' | 'FOK' | 'FAK';
  /** Micros, in decimal digits. */
  readonly makerAmount?: string;
  readonly takerAmount?: string;
  readonly expiration?: string;
  readonly postOnly?: boolean;
  readonly maker?: string;
  /** Default: 0 for the trader's own address, and 1 for any other. */
  readonly signatureType?: 0 | 1 | 2 | 3;
}

/** Places an order; ten shares at 0.50 by default. */
async function placeRaw(trader: Trader, wanted: RawOrder): Promise<Answer> {
  const { tokenId, side = 'BUY', type = 'GTC', postOnly = false, expiration = '0' } = wanted;
  const { body } = await trader.sign({ tokenId, side: 'BUY', price: '0.5', size: '10' });
  const { makerAmount = '5000000', takerAmount = '10000000', maker = body.order.maker } = wanted;
  const { signatureType = maker === body.order.maker ? 0 : 1 } = wanted;
  const signer = signatureType === 3 ? maker : body.order.signer;
  const message: OrderMessage = {
    salt: BigInt(body.order.salt),
    maker,
    signer,
    tokenId: BigInt(tokenId),
    makerAmount: BigInt(makerAmount),
    takerAmount: BigInt(takerAmount),
    side,
    signatureType,
    timestamp: BigInt(body.order.timestamp),
    metadata: body.order.metadata ?? '',
    builder: body.order.builder ?? '',
  };
  const { signature } = await signOrder(message, trader.stack.dependencies.domain, trader.signer);
  const order = { ...body.order, side, makerAmount, takerAmount, expiration, maker, signer, signatureType, signature };
  const placement: OrderPlacement = { order, owner: body.owner, orderType: type, postOnly };
  return trader.send('POST', '/order', placement);
}

const { stack, alice, bob } = await openTwoTraders({ lendsWallets: false });
for (const { address } of [alice, bob])
  await admin(stack, 'POST', '/admin/deposits', { wallet: address, amount: '1000' });
const terms = { orderPriceMinTickSize: 0.01, orderMinSize: 5 };
const open = await addMarket(stack, 'Open?', terms);
const closed = await addMarket(stack, 'Closed?', terms);
const paused = await addMarket(stack, 'Paused?', terms);
await admin(stack, 'PATCH', `/admin/markets/${closed.conditionId}`, { closed: true });
await admin(stack, 'PATCH', `/admin/markets/${paused.conditionId}`, { acceptingOrders: false });
// Liquidity to cross, but too little.
await bob.placed({ tokenId: open.no, side: 'BUY', price: '0.5', size: '5' });

/** An order in one of the markets, the open one by default; `isBobs`: its maker is someone else. */
type Wanted = Partial<RawOrder> & { readonly in?: 'open' | 'closed' | 'paused'; readonly isBobs?: boolean };

async function place({ in: at = 'open', isBobs = false, ...order }: Wanted) {
  const { yes } = { open, closed, paused }[at];
  const { status, body } = await placeRaw(alice, { tokenId: yes, ...(isBobs && { maker: bob.address }), ...order });
  const { code, error } = body as { code?: unknown; error?: unknown };
  return { status, code, text: error };
}

const UNKNOWN = `0x${'77'.repeat(20)}`;
const HUGE = '9999999999999999';
const EXPIRATION = '1800000100';
/** A budget of 5,000 for 10,000 shares. */
const DEAR = { makerAmount: '5000000000', takerAmount: '10000000000' };
const SMALL = { makerAmount: '500000', takerAmount: '1000000' };
const SALE = { side: 'SELL', makerAmount: '10000000', takerAmount: '5000000' } as const;

/** Each row also has the faults of all rows below, as far as one order can. */
const STEPS: readonly [string, Wanted, string][] = [
  ['a maker of someone else, closed', { in: 'closed', isBobs: true, makerAmount: HUGE }, 'maker_not_allowed'],
  ['a closed market, an amount beyond all bounds', { in: 'closed', makerAmount: HUGE }, 'market_closed'],
  ['a closed market, an amount of nothing', { in: 'closed', takerAmount: '0' }, 'market_closed'],
  ['a paused market, an amount beyond all bounds', { in: 'paused', takerAmount: HUGE }, 'market_not_ready'],
  ['an amount beyond all bounds, FOK', { makerAmount: HUGE, type: 'FOK', postOnly: true }, 'amount_out_of_range'],
  ['an amount of nothing, an expiration', { makerAmount: '0', expiration: EXPIRATION }, 'amount_out_of_range'],
  ['post-only FOK', { type: 'FOK', postOnly: true, expiration: EXPIRATION }, 'post_only_order_type'],
  ['an expiration without GTD', { expiration: EXPIRATION, makerAmount: '20000000' }, 'expiration_invalid'],
  ['out of range, off the grid', { makerAmount: '5', takerAmount: '1000', postOnly: true }, 'price_out_of_range'],
  ['a price off the grid, too small', { makerAmount: '505', takerAmount: '1000' }, 'price_off_grid'],
  ['too small, post-only that crosses', { ...SMALL, postOnly: true }, 'size_below_minimum'],
  ['post-only that crosses, more than the balance', { ...DEAR, postOnly: true }, 'post_only_would_cross'],
  ['more than the balance, not to be filled', { ...DEAR, type: 'FOK' }, 'insufficient_balance'],
  ['more than the position', { ...SALE, type: 'FOK' }, 'insufficient_position'],
  ['more than there is, all or nothing', { type: 'FOK' }, 'fok_not_filled'],
  ['nothing at its price, some or nothing', { type: 'FAK', makerAmount: '4000000' }, 'fak_no_match'],
];

type Change = (body: OrderPlacement) => unknown;
const changed = (fields: object) => (body: OrderPlacement) => ({ ...body, order: { ...body.order, ...fields } });

const PAYLOAD = 'invalid_order_payload';
const BODIES: readonly [string, Change, RegExp, string][] = [
  ['no object', () => [], /^Invalid order payload: the body must be object$/, PAYLOAD],
  ['an unsafe salt', changed({ salt: 2 ** 53 }), /salt must be from 0 to 9007199254740991/, PAYLOAD],
  ['a side of its own', changed({ side: 'buy' }), /side must be one of BUY, SELL$/, PAYLOAD],
  ['a token id of 2^256', changed({ tokenId: String(1n << 256n) }), /tokenId must be below 2\^256/, PAYLOAD],
  ['no signature', changed({ signature: `0x${'00'.repeat(65)}` }), /: recovered signer none/, 'invalid_signature'],
];

test.each(STEPS)('order: %s [E21 O16]', async (_what, wanted, code) => {
  const before = stack.exchange.state.sequence;
  expect(await place(wanted)).toMatchObject({ status: 400, code });
  expect(stack.exchange.state.sequence).toBe(before);
});

test.each(BODIES)('order: a body with %s is refused and changes nothing [O16]', async (_what, change, text, code) => {
  const before = stack.exchange.state.sequence;
  const answer = await alice.place({ tokenId: open.yes, side: 'BUY', price: '0.5', size: '10' }, change);
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(text), code } });
  expect(stack.exchange.state.sequence).toBe(before);
});

test('order: an amount is named as it was sent, however large [E21]', async () => {
  for (const amount of [HUGE, '9007199254740993', '1000000000000001']) {
    const units = `${amount.slice(0, -6)}.${amount.slice(-6)}`;
    for (const field of ['takerAmount', 'makerAmount'])
      expect((await place({ [field]: amount })).text).toBe(
        `invalid amounts, ${field} ${units} is not in 0.000001..1000000000`,
      );
  }
});

test('order: in a restricted venue the mode comes before the maker [E21]', async () => {
  await admin(stack, 'POST', '/admin/mode', { mode: 'cancel_only' });
  const wrong = { in: 'closed', makerAmount: HUGE } as const;
  const answers = [await place({ ...wrong, isBobs: true }), await place({ ...wrong, maker: UNKNOWN })];
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, code: 'mode_cancel_only' });
});

test('positions: wallet, then market, then amount, then balance [E21]', async () => {
  const huge = '99999999999';
  const split = async (body: object): Promise<unknown> =>
    ((await alice.send('POST', '/positions/split', body)).body as { code?: unknown }).code;
  const wallet = bob.address;
  const unknown = `0x${'ab'.repeat(32)}`;
  expect(await split({ wallet, conditionId: unknown, amount: huge })).toBe('wallet_not_owned');
  expect(await split({ conditionId: unknown, amount: huge })).toBe('market_not_found');
  expect(await split({ conditionId: closed.conditionId, amount: huge })).toBe('market_closed');
  expect(await split({ conditionId: closed.conditionId, amount: '0' })).toBe('market_closed');
  expect(await split({ conditionId: open.conditionId, amount: huge })).toBe('bad_request');
  expect(await split({ conditionId: open.conditionId, amount: '0' })).toBe('amount_out_of_range');
  expect(await split({ conditionId: open.conditionId, amount: '5000' })).toBe('insufficient_balance');
  const convert = async (conditionIds: string[], amount: string): Promise<unknown> =>
    ((await alice.send('POST', '/positions/convert', { conditionIds, amount })).body as { code?: unknown }).code;
  expect(await convert([unknown], huge)).toBe('market_not_found');
  expect(await convert([open.conditionId], huge)).toBe('not_neg_risk');
});

const TYPES = [0, 1, 2, 3] as const;

async function openOwn(options: StackOptions) {
  const stack = await openTestVenue(options);
  return { stack, trader: await Trader.open(stack, '1'), yes: (await addMarket(stack, 'Does it fit?')).yes };
}

const errorOf = ({ body }: Answer): string => (body as { readonly error: string }).error;

for (const profile of PROFILES)
  test(`order: a signature type that does not fit its maker is refused with the types that do, in the profile ${profile} [O61]`, async () => {
    const { stack, trader, yes } = await openOwn({ profile });
    const { depositWallet } = await trader.account();
    const { PROXY, SAFE, WALLET, EARLIER_WALLET } = stack.dependencies.relay.walletsOf(trader.address);
    const fits: readonly (readonly [maker: string, fitting: readonly number[]])[] = [
      [trader.address, [0]],
      [depositWallet, [1, 2, 3]],
      [PROXY, [1]],
      [SAFE, [2]],
      [WALLET, [3]],
      [EARLIER_WALLET, [3]],
      [UNKNOWN, [1, 2, 3]],
    ];
    for (const [maker, fitting] of fits)
      for (const signatureType of TYPES) {
        const answer = await placeRaw(trader, { tokenId: yes, maker, signatureType });
        if (fitting.includes(signatureType)) {
          expect(answer.status, answer.text).toBe(200);
          continue;
        }
        const details = { rule: 'signature_type_mismatch', signatureType, maker, fitting };
        expect(answer).toMatchObject({ status: 400, body: { code: 'signature_type_mismatch', details } });
        expect(errorOf(answer)).toContain(`${maker}, `);
        expect(errorOf(answer)).toMatch(new RegExp(`it takes signatureType ${fitting.join(', ')}$`));
      }
  });

test('order: one from a wallet that the demo lends has a notice that names it, each time, and no other order has [O62]', async () => {
  const { stack, trader, yes } = await openOwn({});
  const order = { tokenId: yes, side: 'BUY', price: '0.1', size: '10' } as const;
  const lent = await trader.sign(order, { address: UNKNOWN, signatureType: 2 });
  const place = async () => (await trader.send('POST', '/order', lent.body)).body as OrderAnswer;
  const [first, again] = [await place(), await place()];
  expect(first.notice).toMatch(new RegExp(`^the demo lends ${UNKNOWN} to this account`));
  expect(first.notice).toContain('BELLWETHER_DEMO_LENDING=off');
  expect(again).toEqual(first);
  const next = await trader.sign({ ...order, price: '0.2' }, { address: UNKNOWN, signatureType: 1 });
  const own = await trader.sign(order);
  const batch = (await trader.send('POST', '/orders', [next.body, own.body])).body as OrderAnswer[];
  expect(batch.map(({ success, notice }) => [success, notice])).toEqual([
    [true, first.notice],
    [true, undefined],
  ]);
  expect(stack.exchange.state.openOrders.size).toBe(3);
});

test('order: a venue that lends nothing refuses an unknown maker with the wallets of the account [O63]', async () => {
  const { stack, trader, yes } = await openOwn({ lendsWallets: false });
  const { wallets } = await trader.account();
  const answer = await placeRaw(trader, { tokenId: yes, maker: UNKNOWN, signatureType: 2 });
  expect(answer).toMatchObject({ status: 400, body: { code: 'maker_not_allowed' } });
  for (const { address } of [{ address: UNKNOWN }, ...wallets]) expect(errorOf(answer)).toContain(address);
  expect(stack.exchange.state.walletsByAddress.has(UNKNOWN as never)).toBe(false);
});
