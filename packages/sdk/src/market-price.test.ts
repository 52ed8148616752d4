/** Worst prices read off a book, compared with a walk in single millionths; and the rules that orders must meet. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatPrice, parseAmount, parsePrice } from './amounts.ts';
import { walkBook } from './market-price.ts';
import { checkLimitOrder, checkPrice, termsOf } from './terms.ts';

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

const terms = termsOf({ tick_size: '0.01', min_order_size: '5', neg_risk: false });
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
  expect(() => termsOf({ tick_size: '0.02', min_order_size: '5', neg_risk: false })).toThrow('0.02'));
