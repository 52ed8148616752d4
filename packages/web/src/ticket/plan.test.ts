import { describe, expect, test } from 'vitest';
import { largestQuantity, type Plan, planOrder, type Scene } from './plan.ts';
import { emptyForm, type TicketForm } from './ticket-form.ts';

const m = (value: number): bigint => BigInt(Math.round(value * 1_000_000));

const SCENE: Scene = {
  tokenId: '7',
  conditionId: '0xc',
  outcome: 'Yes',
  terms: { tick: '0.01', minimumSize: '5', negRisk: false },
  feeBps: 200,
  book: {
    bids: [{ price: '0.4', size: '10' }],
    asks: [
      { price: '0.6', size: '20' },
      { price: '0.5', size: '10' },
    ],
  },
  own: [],
  funds: { collateral: m(100), shares: m(8) },
  nowMs: 1_000_000_000_000,
};

const buy = (changes: Partial<TicketForm>): TicketForm => ({ ...emptyForm('BUY'), ...changes });
const sell = (changes: Partial<TicketForm>): TicketForm => ({ ...emptyForm('SELL'), ...changes });
const limit = (changes: Partial<TicketForm>): TicketForm => buy({ type: 'limit', unit: 'shares', ...changes });

function ready(plan: Plan) {
  if (plan.kind !== 'ready') throw new Error(`${plan.kind}: ${'reason' in plan ? plan.reason : ''}`);
  return plan;
}

function reasonOf(plan: Plan): string {
  return plan.kind === 'blocked' ? `${plan.field}: ${plan.reason}` : plan.kind;
}

describe('market orders', () => {
  test('a buy spends the sum, with the tolerance above the last price it needs', () => {
    const { order, preview } = ready(planOrder(buy({ quantity: '8' }), SCENE));
    expect(order).toMatchObject({ type: 'FAK', side: 'BUY', amount: '8', price: '0.62', tick: '0.01' });
    expect(preview).toMatchObject({ shares: m(15), limit: m(0.62), slippage: 33_333n });
    // 10 × 0.02 × 0.25 + 5 × 0.02 × 0.24
    expect(preview.now.fee).toBe(m(0.074));
    expect(preview.total).toBe(m(8.074));
  });

  test('shares are bought for what they cost now, to the cent', () => {
    expect(ready(planOrder(buy({ unit: 'shares', quantity: '10.01' }), SCENE)).order).toMatchObject({ amount: '5.01' });
  });

  test('the worst price stays inside the range of the tick', () => {
    const book = { bids: [], asks: [{ price: '0.98', size: '10' }] };
    expect(ready(planOrder(buy({ quantity: '1', tolerance: '0.05' }), { ...SCENE, book })).order).toMatchObject({
      price: '0.99',
    });
  });

  test('a sale gives shares and pays its fee out of what it brings', () => {
    const { order, preview } = ready(planOrder(sell({ quantity: '8', tolerance: '0' }), SCENE));
    expect(order).toMatchObject({ side: 'SELL', amount: '8', price: '0.4' });
    expect(preview.total).toBe(m(3.2) - m(0.0384));
  });

  test('what the book lacks is said; all or nothing refuses it', () => {
    const { preview } = ready(planOrder(buy({ quantity: '50' }), SCENE));
    expect(preview.now).toMatchObject({ isEnough: false, shares: m(30) });
    expect(preview.total).toBe(m(17) + preview.now.fee);
    expect(reasonOf(planOrder(buy({ quantity: '50', allOrNothing: true }), SCENE))).toMatch(
      /^quantity: The book has less/,
    );
    expect(ready(planOrder(buy({ quantity: '5', allOrNothing: true }), SCENE)).order.type).toBe('FOK');
  });

  test('an empty side asks for a limit order', () => {
    expect(reasonOf(planOrder(buy({ quantity: '5' }), { ...SCENE, book: { bids: [], asks: [] } }))).toMatch(
      /^order: No one offers Yes/,
    );
  });

  test('the fee counts against the balance', () => {
    const scene = { ...SCENE, funds: { collateral: m(8), shares: 0n } };
    expect(reasonOf(planOrder(buy({ quantity: '8' }), scene))).toMatch(/^quantity: You have/);
    expect(planOrder(buy({ quantity: '7.92' }), scene).kind).toBe('ready');
  });
});

describe('limit orders', () => {
  test('rest when nothing crosses', () => {
    const { order, preview } = ready(planOrder(limit({ cents: '45', quantity: '10' }), SCENE));
    expect(order).toMatchObject({ type: 'GTC', price: '0.45', size: '10' });
    expect(preview).toMatchObject({ resting: m(10), total: m(4.5) });
  });

  test('what crosses trades at once at the better price', () => {
    const { preview } = ready(planOrder(limit({ cents: '55', quantity: '15' }), SCENE));
    expect(preview).toMatchObject({ average: m(0.5), resting: m(5) });
    expect(preview.total).toBe(m(5) + m(2.75) + m(0.05));
  });

  test('a sum becomes hundredths of shares at the price', () => {
    expect(ready(planOrder(limit({ unit: 'amount', cents: '30', quantity: '10' }), SCENE)).order).toMatchObject({
      size: '33.33',
    });
  });

  test.each([
    [{ cents: '45', quantity: '4.99' }, /^quantity: Limit orders here need at least 5/],
    [{ cents: '45.5', quantity: '10' }, /^price: Prices here go in steps of 1¢/],
    [{ cents: '0', quantity: '10' }, /^price: Between 1¢ and 99¢/],
    [{ cents: '100', quantity: '10' }, /^price: Between/],
    [{ cents: '45', quantity: '1.234' }, /^quantity: At most two decimals/],
    [{ cents: '45', quantity: '1,000' }, /^quantity: Write the number without separators/],
    [{ cents: '45', quantity: '300' }, /^quantity: You have/],
    [{ cents: '50', quantity: '10', postOnly: true }, /^price: It would trade at once/],
    [{ cents: '45', quantity: '10', expiry: 'custom' as const }, /^expiry: Choose/],
    [{ cents: '45', quantity: '' }, /^empty/],
    [{ cents: '', quantity: '10' }, /^empty/],
  ])('%j is not placed', (changes, reason) => {
    expect(reasonOf(planOrder(limit(changes), SCENE))).toMatch(reason);
  });

  test('the expiry counts from now', () => {
    expect(ready(planOrder(limit({ cents: '45', quantity: '10', expiry: 'hour' }), SCENE)).order).toMatchObject({
      type: 'GTD',
      expiration: 1_000_003_600,
    });
  });

  test('a sale needs free shares', () => {
    const form = sell({ type: 'limit', cents: '70', quantity: '9' });
    expect(reasonOf(planOrder(form, SCENE))).toBe('quantity: You can sell 8 Yes shares.');
  });

  test('an own order on the way is told', () => {
    const own = [{ side: 'SELL' as const, price: m(0.5), size: m(10) }];
    const { preview } = ready(planOrder(limit({ cents: '55', quantity: '10' }), { ...SCENE, own }));
    expect(preview).toMatchObject({ hasOwnInWay: true, resting: m(10) });
  });
});

describe('Max', () => {
  test.each([
    buy({ type: 'market' }),
    buy({ type: 'market', unit: 'shares' }),
    limit({ cents: '45' }),
    limit({ cents: '45', unit: 'amount' }),
    limit({ cents: '77' }),
    sell({ type: 'market' }),
  ])('is ready, and a hundredth more is not: %j', (form) => {
    // Everything can be spent on this book.
    const scene = { ...SCENE, funds: { collateral: m(9.37), shares: m(8) } };
    const most = largestQuantity(form, scene);
    const text = (micros: bigint): string => `${Number(micros) / 1_000_000}`;
    expect(planOrder({ ...form, quantity: text(most) }, scene).kind).toBe('ready');
    const step = form.unit === 'shares' && form.type === 'market' && form.side === 'BUY' ? 50_000n : 10_000n;
    expect(planOrder({ ...form, quantity: text(most + step) }, scene).kind).toBe('blocked');
  });
});
