import type { MarketMessage } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { displayedPrice, NO_QUOTE, Quotes } from './quotes.ts';

const inMarket = { market: '0xm', sequence: 1, index: 0, count: 1, timestamp: '1' } as const;

function book(asset_id: string, bids: string[], asks: string[], last = ''): MarketMessage {
  const levels = (prices: string[]) => prices.map((price) => ({ price, size: '10' }));
  return {
    ...{ event_type: 'book', market: '0xm', sequence: 1, timestamp: '1', asset_id, hash: '' },
    ...{ bids: levels(bids), asks: levels(asks), last_trade_price: last },
    ...{ min_order_size: '5', tick_size: '0.01', neg_risk: false },
  };
}

function best(asset_id: string, best_bid: string, best_ask: string): MarketMessage {
  return { event_type: 'best_bid_ask', ...inMarket, asset_id, best_bid, best_ask, spread: '0' };
}

test.each([
  ['0.4', '0.5', null, '0.45'],
  ['0.401', '0.402', null, '0.4015'],
  ['0.4', '0.501', '0.48', '0.48'],
  ['0.4', null, '0.48', '0.48'],
  ['0.4', '0.6', '0.8', '0.6'],
  ['0.4', '0.6', '0.3', '0.4'],
  [null, '0.06', null, null],
  ['0.4', null, null, null],
  ['0.4', '0.501', null, null],
  ['0.0001', '0.0002', null, '0.00015'],
  [null, null, '0.2', '0.2'],
  [null, null, null, null],
])('quotes: bid %s, offer %s, last %s shows %s', (bid, ask, last, shown) =>
  expect(displayedPrice({ bid, ask, last })).toBe(shown),
);

test('quotes: a book tells the best of each side, which stand last', () => {
  const quotes = new Quotes();
  expect(quotes.fold(book('yes', ['0.1', '0.4'], ['0.9', '0.5'], '0.45'))).toEqual(['yes']);
  expect(quotes.get('yes')).toEqual({ bid: '0.4', ask: '0.5', last: '0.45' });
});

test('quotes: 0 and 1 of the feed mean that no one is there', () => {
  const quotes = new Quotes();
  quotes.fold(best('yes', '0', '1'));
  expect(quotes.get('yes')).toBeUndefined();
  quotes.fold(best('yes', '0.3', '1'));
  expect(quotes.get('yes')).toEqual({ ...NO_QUOTE, bid: '0.3' });
});

test('quotes: a trade in one outcome is the last price of both', () => {
  const quotes = new Quotes();
  quotes.fold(book('yes', ['0.4'], ['0.5']));
  quotes.fold(book('no', ['0.5'], ['0.6']));
  const terms = { asset_id: 'no', price: '0.55', size: '1', side: 'BUY' } as const;
  const told = { ...terms, fee_rate_bps: '0', transaction_hash: '0x1' };
  expect(quotes.fold({ event_type: 'last_trade_price', ...inMarket, ...told })).toEqual(['yes', 'no']);
  expect([quotes.get('yes')?.last, quotes.get('no')?.last]).toEqual(['0.45', '0.55']);
});

test('quotes: what stays the same is no change', () => {
  const quotes = new Quotes();
  quotes.fold(best('yes', '0.3', '0.4'));
  const before = quotes.get('yes');
  expect(quotes.fold(best('yes', '0.3', '0.4'))).toEqual([]);
  expect(quotes.get('yes')).toBe(before);
});
