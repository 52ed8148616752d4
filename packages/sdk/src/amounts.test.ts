/** Exact amounts: parsing and formatting decimals, and the amounts that each order type signs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatAmount,
  formatPrice,
  isTick,
  limitAmounts,
  marketAmounts,
  parseAmount,
  parsePrice,
  type Tick,
} from './amounts.ts';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };
import { walkBook } from './market-price.ts';
import { buildOrder, type OrderContext, signOrder } from './order.ts';
import { randomSalt } from './randomness.ts';
import { createSigner } from './signer.ts';
import { checkLimitOrder, checkPrice, termsOf } from './terms.ts';
import { ZERO_BYTES32 } from './typed-data.ts';

const TICKS: readonly Tick[] = ['0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001'];

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['0.1', 100_000n],
  ['12.345678', 12_345_678n],
  ['9007199254.740993', 9_007_199_254_740_993n],
])('amounts: %s is %s millionths, both ways', (text, micros) => {
  expect(parseAmount(text)).toBe(micros);
  expect(formatAmount(micros)).toBe(text);
});

test.each(['', '-1', '+1', '1e3', '.5', '5.', '01', '1,5', '0.1234567', ' 1', 'NaN'])(
  'amounts: "%s" is refused',
  (text) => expect(() => parseAmount(text)).toThrow(RangeError),
);

test.each([
  [() => limitAmounts('BUY', '0.5', '-5'), 'size must be a decimal without a sign, with at most 6 decimals: -5'],
  [() => marketAmounts('BUY', '0.5', 'x', '0.01'), 'amount must be a decimal without a sign'],
  [() => marketAmounts('SELL', '0.5', '1e3', '0.01'), 'amount must be a decimal without a sign'],
] as const)('amounts: an order that says too little is told the field: %#', (make, words) =>
  expect(make).toThrow(words),
);

test.each([`0x${'1'.repeat(63)}`, `0x${'1'.repeat(64)}\n`, '1'.repeat(64), ''])(
  'signer: an error about a private key repeats nothing of it: %j',
  (key) => {
    expect(() => createSigner(key)).toThrow(
      `the private key must be 0x and 64 hex digits, 66 characters, and has ${key.length}`,
    );
    expect(() => createSigner(key)).not.toThrow('1111');
  },
);

test('amounts: trailing zeros are understood and never written', () => {
  expect([formatAmount(parseAmount('10.5000000000')), formatPrice(parsePrice('0.5000'))]).toEqual(['10.5', '0.5']);
});

test.each(['0', '1', '1.5', '0.00001'])('amounts: %s is no price', (text) =>
  expect(() => parsePrice(text)).toThrow(RangeError),
);

test('amounts: a tick is one of six texts', () => {
  expect([TICKS.every(isTick), ['0.02', '0.010', '1', 'toString'].some(isTick)]).toEqual([true, false]);
});

test('amounts: a buyer gives collateral, a seller shares', () => {
  expect(limitAmounts('BUY', '0.55', '100')).toEqual({ makerAmount: 55_000_000n, takerAmount: 100_000_000n });
  expect(limitAmounts('SELL', '0.55', '100')).toEqual({ makerAmount: 100_000_000n, takerAmount: 55_000_000n });
});

test('amounts: what would need rounding is refused', () => {
  expect(() => limitAmounts('BUY', '0.0025', '0.001001')).toThrow('more than 6 decimals');
  expect(() => limitAmounts('BUY', '0.5', '0')).toThrow(RangeError);
});

test('amounts: collateral over shares is the price again, for every size of two decimals', () => {
  const prices = fc.integer({ min: 1, max: 9_999 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 1_000_000_000 }), (price, hundredths) => {
      const size = formatAmount(BigInt(hundredths) * 10_000n);
      const { makerAmount, takerAmount } = limitAmounts('BUY', formatPrice(BigInt(price)), size);
      expect(makerAmount * 10_000n).toBe(takerAmount * BigInt(price));
    }),
  );
});

test.each([
  ['BUY', '0.3', '10', '0.1', { makerAmount: 10_000_000n, takerAmount: 33_333_000n }],
  ['BUY', '0.33', '10', '0.01', { makerAmount: 10_000_000n, takerAmount: 30_303_000n }],
  ['BUY', '0.333', '10', '0.001', { makerAmount: 10_000_000n, takerAmount: 30_030_030n }],
  ['BUY', '0.5', '10.019', '0.01', { makerAmount: 10_010_000n, takerAmount: 20_020_000n }],
  ['SELL', '0.55', '10.01', '0.01', { makerAmount: 10_010_000n, takerAmount: 5_505_500n }],
  // A position bought with a market BUY, sold whole.
  ['SELL', '0.55', '47.619047', '0.01', { makerAmount: 47_619_047n, takerAmount: 26_190_476n }],
  ['SELL', '0.99', '0.0101', '0.01', { makerAmount: 10_100n, takerAmount: 9_999n }],
  ['SELL', '0.0001', '10.01', '0.0001', { makerAmount: 10_010_000n, takerAmount: 1_001n }],
] as const)('amounts: %s at %s for %s on tick %s', (side, price, amount, tick, expected) =>
  expect(marketAmounts(side, price, amount, tick)).toEqual(expected),
);

test('amounts: the venue finds the limit price again in what is signed', () => {
  const ticks = fc.constantFrom(...TICKS);
  fc.assert(
    fc.property(ticks, fc.nat(), fc.integer({ min: 100, max: 100_000_000 }), (tick, choice, hundredths) => {
      const step = Number(parsePrice(tick));
      const price = step * (1 + (choice % (10_000 / step - 1)));
      const amount = formatAmount(BigInt(hundredths) * 10_000n);
      const { makerAmount, takerAmount } = marketAmounts('BUY', formatPrice(BigInt(price)), amount, tick);
      const decimals = { '0.1': 3, '0.01': 4, '0.005': 5, '0.0025': 6, '0.001': 5, '0.0001': 6 }[tick];
      const unit = 10n ** BigInt(6 - decimals);
      const off = takerAmount * BigInt(price) - makerAmount * 10_000n;
      expect([takerAmount % unit, off <= 0n && -off < unit * BigInt(price)]).toEqual([0n, true]);
    }),
  );
});

test('amounts: a position of a hundredth of a share or more is sold whole, at the limit that was meant [Z2]', () => {
  const ticks = fc.constantFrom(...TICKS);
  fc.assert(
    fc.property(ticks, fc.nat(), fc.integer({ min: 10_000, max: 2_000_000_000 }), (tick, choice, shares) => {
      const step = Number(parsePrice(tick));
      const price = BigInt(step * (1 + (choice % (10_000 / step - 1))));
      const amount = formatAmount(BigInt(shares));
      const { makerAmount, takerAmount } = marketAmounts('SELL', formatPrice(price), amount, tick);
      expect(makerAmount).toBe(BigInt(shares));
      // The price as the venue reads it: the nearest tick; of two equally near ticks the higher.
      const divisor = makerAmount * BigInt(step);
      expect(((takerAmount * 20_000n + divisor) / (2n * divisor)) * BigInt(step)).toBe(price);
    }),
  );
  expect(() => marketAmounts('SELL', '0.01', '0.00004', '0.01')).toThrow('too small to be sold');
});

test('amounts: a price off the tick and an amount of nothing are refused', () => {
  expect(() => marketAmounts('BUY', '0.55', '10', '0.1')).toThrow('no multiple of the tick');
  expect(() => marketAmounts('BUY', '0.5', '0.009', '0.1')).toThrow(RangeError);
});

const WALLET = '0x1111111111111111111111111111111111111111';
const verifyingContract = '0x00000000000000000000000000000000000b0b0b';
const domain = { name: 'Bellwether Exchange', version: '1', chainId: 31_337, verifyingContract };
const signer = createSigner(vectors.privateKey);
const context: OrderContext = { domain, signer, owner: 'key', nowMs: 1_700_000_000_000 };
const limit = { tokenId: '1234', side: 'BUY', price: '0.55', size: '100' } as const;

test('order: a resting order carries everything that was signed', async () => {
  const { orderId, body } = await buildOrder({ ...context, ...limit, conditionId: ZERO_BYTES32, postOnly: true });
  const { salt, signature, ...order } = body.order;
  const blank = { metadata: ZERO_BYTES32, builder: ZERO_BYTES32 };
  expect(order).toEqual({
    ...{ maker: vectors.address, signer: vectors.address, tokenId: '1234', conditionId: ZERO_BYTES32, ...blank },
    ...{ makerAmount: '55000000', takerAmount: '100000000', side: 'BUY', signatureType: 0 },
    ...{ expiration: '0', timestamp: '1700000000000' },
  });
  expect(body).toMatchObject({ owner: 'key', orderType: 'GTC', postOnly: true });
  const integers = { salt: BigInt(salt), tokenId: 1234n, makerAmount: 55_000_000n, takerAmount: 100_000_000n };
  const terms = { side: 'BUY', signatureType: 0, timestamp: 1_700_000_000_000n } as const;
  const message = { ...order, ...integers, ...terms, ...blank };
  expect(await signOrder(message, domain, signer)).toEqual({ orderId, signature });
});

test('order: GTD carries its expiration unsigned, other types send 0', async () => {
  const { body } = await buildOrder({ ...context, ...limit, type: 'GTD', expiration: 1_700_000_100 });
  expect(body).toMatchObject({ orderType: 'GTD', order: { expiration: '1700000100' } });
  const fak = await buildOrder({ ...context, ...limit, type: 'FAK', amount: '10', tick: '0.01' });
  expect(fak.body).toMatchObject({ orderType: 'FAK', order: { expiration: '0', makerAmount: '10000000' } });
  expect(fak.body).not.toHaveProperty('postOnly');
});

test('order: a contract wallet is maker and signer, an owned wallet only maker, and a type that fits another wallet is not signed [S60]', async () => {
  const nested = await buildOrder({ ...context, ...limit, wallet: WALLET, signatureType: 3 });
  expect(nested.body.order).toMatchObject({ maker: WALLET, signer: WALLET, signatureType: 3 });
  expect(nested.body.order.signature).toHaveLength(2 + 2 * 317);
  const owned = await buildOrder({ ...context, ...limit, wallet: WALLET, signatureType: 1 });
  expect(owned.body.order).toMatchObject({ maker: WALLET, signer: vectors.address, signatureType: 1 });
  expect(owned.body.order.signature).toHaveLength(2 + 2 * 65);
  for (const wallet of [undefined, signer.address, signer.address.toLowerCase()])
    await expect(
      buildOrder({ ...context, ...limit, ...(wallet !== undefined && { wallet }), signatureType: 3 }),
    ).rejects.toThrow('signatureType 3 needs a wallet that is not the signer');
  await expect(buildOrder({ ...context, ...limit, wallet: WALLET })).rejects.toThrow('use 1, 2 or 3');
});

test('order: salts are safe integers and differ', () => {
  const salts = Array.from({ length: 1_000 }, randomSalt);
  expect(salts.every((salt) => Number.isSafeInteger(salt) && salt >= 0)).toBe(true);
  expect([new Set(salts).size, salts.some((salt) => salt > 2 ** 48)]).toEqual([salts.length, true]);
});

/** Worst prices read off a book, compared with a walk in single millionths; and the rules that orders must meet. */
const level = (price: string, size: string) => ({ price, size });
const book = {
  asset_id: '1',
  bids: [level('0.3', '5'), level('0.4', '10')],
  asks: [level('0.7', '100'), level('0.6', '10'), level('0.5', '10')],
};

test.each([
  ['BUY', 'collateral', '5', '0.5', '5', true],
  ['BUY', 'collateral', '5.000001', '0.6', '5.000001', true],
  ['BUY', 'shares', '20', '0.6', '11', true],
  ['BUY', 'shares', '120.5', '0.7', '81', false],
  ['SELL', 'shares', '10', '0.4', '4', true],
  ['SELL', 'shares', '15', '0.3', '5.5', true],
  ['SELL', 'shares', '16', '0.3', '5.5', false],
] as const)('market price: %s %s %s reaches %s', (side, unit, amount, price, collateral, isEnough) =>
  expect(walkBook(book, side, { unit, amount })).toEqual({ price, collateral, isEnough }),
);

test('market price: a budget is held against exact costs, not against rounded ones [E18]', () => {
  const asks = (...sizes: string[]) => {
    return { ...book, asks: sizes.map((size, at) => level(at === 0 ? '0.4' : '0.3', size)) };
  };
  const budget = (amount: string) => ({ unit: 'collateral', amount }) as const;
  // 9.999993 at 0.30 costs 2.9999979: the rest of 2.999998 buys nothing, the rest of 2.999999 buys three millionths.
  expect(walkBook(asks('5', '9.999993'), 'BUY', budget('2.999998'))).toMatchObject({ price: '0.3', isEnough: true });
  expect(walkBook(asks('5', '9.999993'), 'BUY', budget('2.999999'))).toMatchObject({ price: '0.4', isEnough: true });
  // Two levels of 0.000001 cost 0.0000007 together, even if each cost would be rounded.
  expect(walkBook(asks('0.000001', '0.000001'), 'BUY', budget('0.000002')).isEnough).toBe(false);
});

test('market price: an empty side has none', () =>
  expect(() => walkBook({ ...book, asks: [] }, 'BUY', { unit: 'shares', amount: '1' })).toThrow('no one offers'));

test('market price: what is reached suffices, and one level less would not', () => {
  const prices = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 8 });
  const size = fc.bigInt({ min: 1n, max: 50_000_000n });
  fc.assert(
    fc.property(prices, fc.array(size, { minLength: 8, maxLength: 8 }), size, (chosen, sizes, wanted) => {
      const asks = chosen
        .toSorted((left, right) => right - left)
        .map((price, index) => level(formatPrice(BigInt(price)), formatAmount(sizes[index] ?? 1n)));
      const { price, isEnough } = walkBook({ ...book, asks }, 'BUY', { unit: 'shares', amount: formatAmount(wanted) });
      const upTo = (limit: bigint, inclusive: boolean): bigint =>
        asks
          .filter((ask) => parsePrice(ask.price) < limit || (inclusive && parsePrice(ask.price) === limit))
          .reduce((sum, ask) => sum + parseAmount(ask.size), 0n);
      expect(upTo(parsePrice(price), true) >= wanted).toBe(isEnough);
      expect(upTo(parsePrice(price), false) < wanted).toBe(true);
    }),
  );
});

const TOKEN = { market: `0x${'ab'.repeat(32)}`, asset_id: '1', neg_risk: false };
const terms = termsOf({ tick_size: '0.01', min_order_size: '5', ...TOKEN });
const order = { tokenId: '1', side: 'BUY', price: '0.5', size: '5' } as const;

test('terms: every price on the grid passes, every other one is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), (price) => {
      const check = () => checkPrice(formatPrice(BigInt(price)), '0.01');
      if (price % 100 === 0) check();
      else expect(check).toThrow('no multiple');
    }),
  );
  expect(() => checkPrice('0.9975', '0.005')).toThrow('no multiple');
  expect(() => checkPrice('0.9', '0.1')).not.toThrow();
});

test('terms: size, expiration and type have to fit', () => {
  const nowMs = 1_700_000_000_500;
  const check = (change: object) => () => checkLimitOrder({ ...order, ...change }, terms, nowMs);
  expect(check({})).not.toThrow();
  expect(check({ size: '4.999999' })).toThrow('minimum 5');
  expect(check({ type: 'GTD', expiration: 1_700_000_060 })).toThrow('from 1700000061 on');
  expect(check({ type: 'GTD', expiration: 1_700_000_061 })).not.toThrow();
  expect(check({ expiration: 1_700_000_061 })).toThrow('only orders of type GTD');
});

test('terms: a tick that is unknown is refused, not guessed', () =>
  expect(() => termsOf({ tick_size: '0.02', min_order_size: '5', ...TOKEN })).toThrow('0.02'));
