import type { OwnOrder } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { isDust } from '../account/dust.ts';
import { toMicros } from '../format/decimal.ts';
import { largestQuantity, planOrder, type Scene } from './plan.ts';
import { reservedOf } from './reserved.ts';
import { emptyForm, quantityText, type TicketForm } from './ticket-form.ts';

const m = (value: number): bigint => BigInt(Math.round(value * 1_000_000));

const level = (price: string, size: string) => ({ price, size });

const SCENE: Scene = {
  tokenId: '7',
  conditionId: '0xc',
  outcome: 'Yes',
  terms: { tick: '0.01', minimumSize: '5', negRisk: false },
  feeBps: 200,
  book: { bids: [level('0.4', '10')], asks: [level('0.6', '20'), level('0.5', '10')] },
  own: [],
  funds: { collateral: m(100), shares: m(8) },
  reserved: null,
  nowMs: 1_000_000_000_000,
};

const buy = (changes: Partial<TicketForm>): TicketForm => ({ ...emptyForm('BUY'), ...changes });
const sell = (changes: Partial<TicketForm>): TicketForm => ({ ...emptyForm('SELL'), ...changes });
const limit = (changes: Partial<TicketForm>): TicketForm => buy({ type: 'limit', unit: 'shares', ...changes });

function ready(form: TicketForm, scene = SCENE) {
  const plan = planOrder(form, scene);
  if (plan.kind !== 'ready') throw new Error(`${plan.kind}: ${'reason' in plan ? plan.reason : ''}`);
  return plan;
}

function reasonOf(form: TicketForm, scene = SCENE): string {
  const plan = planOrder(form, scene);
  return plan.kind === 'blocked' ? `${plan.field}: ${plan.reason}` : plan.kind;
}

test('market orders: a buy spends the sum, with the tolerance above the last price it needs', () => {
  const { order, preview } = ready(buy({ quantity: '8' }));
  expect(order).toMatchObject({ type: 'FAK', side: 'BUY', amount: '8', price: '0.62', tick: '0.01' });
  expect(preview).toMatchObject({ shares: m(15), limit: m(0.62), slippage: 33_333n });
  // 10 × 0.02 × 0.25 + 5 × 0.02 × 0.24
  expect(preview.now.fee).toBe(m(0.074));
  expect(preview.total).toBe(m(8.074));
});

test('market orders: shares are bought for what they cost now, to the cent', () =>
  expect(ready(buy({ unit: 'shares', quantity: '10.01' })).order).toMatchObject({ amount: '5.01' }));

test('market orders: the worst price stays inside the range of the tick', () => {
  const scene = { ...SCENE, book: { bids: [], asks: [level('0.98', '10')] } };
  expect(ready(buy({ quantity: '1', tolerance: '0.05' }), scene).order).toMatchObject({ price: '0.99' });
});

test('market orders: a sale gives shares and pays its fee out of what it brings', () => {
  const { order, preview } = ready(sell({ quantity: '8', tolerance: '0' }));
  expect(order).toMatchObject({ side: 'SELL', amount: '8', price: '0.4' });
  expect(preview.total).toBe(m(3.2) - m(0.0384));
});

test('market orders: what the book lacks is said; all or nothing refuses it', () => {
  const { preview } = ready(buy({ quantity: '50' }));
  expect(preview.now).toMatchObject({ isEnough: false, shares: m(30) });
  expect(preview.total).toBe(m(17) + preview.now.fee);
  expect(reasonOf(buy({ quantity: '50', allOrNothing: true }))).toMatch(/^quantity: The book has less/);
  expect(ready(buy({ quantity: '5', allOrNothing: true })).order.type).toBe('FOK');
});

test('market orders: an empty side asks for a limit order', () => {
  const scene = { ...SCENE, book: { bids: [], asks: [] } };
  expect(reasonOf(buy({ quantity: '5' }), scene)).toMatch(/^order: No one offers Yes/);
});

test('market orders: the fee counts against the balance', () => {
  const scene = { ...SCENE, funds: { collateral: m(8), shares: 0n } };
  expect(reasonOf(buy({ quantity: '8' }), scene)).toMatch(/^quantity: You have/);
  expect(planOrder(buy({ quantity: '7.92' }), scene).kind).toBe('ready');
});

test('market orders: what own orders hold is said where funds do not suffice, and nowhere else', () => {
  const order = { maker_address: '0xAb', asset_id: '1', side: 'BUY', held: '12.4' } as OwnOrder;
  const orders = [
    order,
    { ...order, asset_id: '2', held: '0.1' },
    { ...order, side: 'SELL' as const, held: '30' },
    { ...order, maker_address: '0xcd', held: '5' },
  ];
  const scene = { ...SCENE, funds: { collateral: m(8), shares: m(2) }, reserved: reservedOf(orders, '0xaB', '1') };
  expect(reasonOf(buy({ quantity: '9' }), scene)).toMatch(/\. \S+ is reserved by 2 open orders\.$/);
  expect(reasonOf(sell({ quantity: '3' }), scene)).toMatch(/ 30 shares are reserved by 1 open order\.$/);
  expect(planOrder(buy({ quantity: '7' }), scene).kind).toBe('ready');
  const idle = { ...scene, reserved: reservedOf([], '0xaB', '1') };
  expect(reasonOf(buy({ quantity: '9' }), idle)).not.toMatch(/reserved/);
});

test('limit orders: rest when nothing crosses', () => {
  const { order, preview } = ready(limit({ cents: '45', quantity: '10' }));
  expect(order).toMatchObject({ type: 'GTC', price: '0.45', size: '10' });
  expect(preview).toMatchObject({ resting: m(10), total: m(4.5) });
});

test('limit orders: what crosses trades at once at the better price', () => {
  const { preview } = ready(limit({ cents: '55', quantity: '15' }));
  expect(preview).toMatchObject({ average: m(0.5), resting: m(5) });
  expect(preview.total).toBe(m(5) + m(2.75) + m(0.05));
});

test('limit orders: a sum becomes hundredths of shares at the price', () =>
  expect(ready(limit({ unit: 'amount', cents: '30', quantity: '10' })).order).toMatchObject({
    size: '33.33',
  }));

test.each([
  [{ cents: '45', quantity: '4.99' }, /^quantity: Limit orders here need at least 5/],
  [{ cents: '45.5', quantity: '10' }, /^price: Prices here go in steps of 1¢/],
  [{ cents: '0', quantity: '10' }, /^price: Between 1¢ and 99¢/],
  [{ cents: '100', quantity: '10' }, /^price: Between/],
  [{ cents: '45', quantity: '1.234' }, /^quantity: At most two decimals/],
  [{ cents: '45', quantity: '1,00,0' }, /^quantity: Write the number without separators/],
  [{ cents: '45', quantity: '300' }, /^quantity: You have/],
  [{ cents: '50', quantity: '10', postOnly: true }, /^price: It would trade at once/],
  [{ cents: '45', quantity: '10', expiry: 'custom' as const }, /^expiry: Choose/],
  [{ cents: '45', quantity: '' }, /^empty/],
  [{ cents: '', quantity: '10' }, /^empty/],
])('limit orders: %j is not placed', (changes, reason) => expect(reasonOf(limit(changes))).toMatch(reason));

test('limit orders: the expiry counts from now', () => {
  const { order } = ready(limit({ cents: '45', quantity: '10', expiry: 'hour' }));
  expect(order).toMatchObject({ type: 'GTD', expiration: 1_000_003_600 });
});

test('limit orders: a sale needs free shares', () => {
  const form = sell({ type: 'limit', cents: '70', quantity: '9' });
  expect(reasonOf(form)).toBe('quantity: You can sell 8 shares of Yes.');
});

test('limit orders: an own order on the way is told', () => {
  const own = [{ side: 'SELL' as const, price: m(0.5), size: m(10) }];
  const { preview } = ready(limit({ cents: '55', quantity: '10' }), { ...SCENE, own });
  expect(preview).toMatchObject({ hasOwnInWay: true, resting: m(10) });
});

test.each([
  buy({ type: 'market' }),
  buy({ type: 'market', unit: 'shares' }),
  limit({ cents: '45' }),
  limit({ cents: '45', unit: 'amount' }),
  limit({ cents: '77' }),
  sell({ type: 'market' }),
])('is ready, and a hundredth more is not: %j', (form) => {
  // The book is deep enough to spend all funds.
  const scene = { ...SCENE, funds: { collateral: m(9.37), shares: m(8) } };
  const most = largestQuantity(form, scene);
  const text = (micros: bigint): string => `${Number(micros) / 1_000_000}`;
  expect(planOrder({ ...form, quantity: text(most) }, scene).kind).toBe('ready');
  const step = form.unit === 'shares' && form.type === 'market' && form.side === 'BUY' ? 50_000n : 10_000n;
  expect(planOrder({ ...form, quantity: text(most + step) }, scene).kind).toBe('blocked');
});

const owning = (shares: string): Scene => ({ ...SCENE, funds: { collateral: 0n, shares: toMicros(shares) ?? 0n } });
const sold = (form: TicketForm, scene: Scene): unknown => {
  const { order } = ready(form, scene);
  return 'size' in order ? order.size : order.amount;
};

test('whole positions and dust: Max sells a position to the millionth at the market', () => {
  const scene = owning('7.619047');
  expect(largestQuantity(sell({}), scene)).toBe(7_619_047n);
  expect(quantityText(7_619_047n, 1n)).toBe('7.619047');
  expect(sold(sell({ quantity: '7.619047' }), scene)).toBe('7.619047');
});

test('whole positions and dust: a sale that would leave dust sells all, one that leaves a hundredth does not [Z2]', () => {
  expect(sold(sell({ quantity: '7.61' }), owning('7.619999'))).toBe('7.619999');
  expect(sold(sell({ quantity: '7.61' }), owning('7.62'))).toBe('7.61');
});

test('at a limit Max leaves less than dust: what the price can be said for is sold', () => {
  const scene = owning('7.619047');
  const at = (cents: string) => largestQuantity(sell({ type: 'limit', cents }), scene);
  expect([at('50'), at('43'), at('')]).toEqual([7_619_046n, 7_619_000n, 7_610_000n]);
  expect(sold(sell({ type: 'limit', cents: '43', quantity: '7.619' }), scene)).toBe('7.619');
  expect(reasonOf(sell({ type: 'limit', cents: '43', quantity: '7.61905' }), scene)).toBe(
    'quantity: At this price sizes go in steps of 0.0001 shares.',
  );
});

test('whole positions and dust: dust is nothing to sell', () => {
  expect(largestQuantity(sell({}), owning('0.009999'))).toBe(0n);
  expect(reasonOf(sell({ quantity: '0.01' }), owning('0.009999'))).toBe(
    'quantity: You have no free Yes shares to sell.',
  );
  expect(['0', '0.000001', '0.009999', '0.01', '5'].map(isDust)).toEqual([false, true, true, false, false]);
});

test('what the rest of a buy holds is its cost and the fee it could still pay [Z1]', () => {
  const book = { bids: [], asks: [level('0.42', '30')] };
  const scene = { ...SCENE, book, feeBps: 1_000 };
  const { preview } = ready(limit({ cents: '42', quantity: '100' }), scene);
  // 30 × 0.1 × 0.42 × 0.58 for what trades; 70 × 0.42 and 70 × 0.1 × 0.42 × 0.58 for what rests.
  expect(preview.now.fee).toBe(m(0.7308));
  expect(preview).toMatchObject({ held: m(29.4 + 1.7052), total: m(12.6 + 0.7308 + 29.4) });
});
