/** The hash of a book compared with recorded ones, and books that follow messages. */
import { expect, test } from 'vitest';
import vectors from '../fixtures/book-hash.json' with { type: 'json' };
import { bookHash, LiveBook } from './live-book.ts';

const [vector] = vectors;
/** The book as a venue shows it: asks descending. */
const shown = { ...vector!.book, asks: vector!.book.asks.toReversed() };
const level = (price: string, size: string) => ({ price, size });
const place = { sequence: 8, index: 0, count: 1 } as const;
const snapshot = { ...shown, hash: bookHash(shown), sequence: 7 };

test.each(vectors)('live book: the recorded hash $sha1', ({ book, sha1 }) => {
  expect(bookHash(book)).toBe(sha1);
  // The hash uses the venue's order of fields, whatever their order in the object.
  expect(bookHash(Object.fromEntries(Object.entries(book).toReversed()) as typeof book)).toBe(sha1);
});

test('live book: a level is set, added and taken away in its place, and the proof fails until the hash fits', () => {
  const book = new LiveBook(snapshot);
  expect(book.isProven()).toBe(true);
  const change = { asset_id: '100', side: 'BUY', best_bid: '', best_ask: '' } as const;
  const message = { event_type: 'price_change', market: '0xaabbcc', timestamp: '123456790', ...place } as const;
  const hash = 'not known yet';
  book.apply({
    ...message,
    price_changes: [
      { ...change, price: '0.35', size: '5', hash },
      { ...change, price: '0.3', size: '0', hash },
      { ...change, side: 'SELL', price: '0.6', size: '1.5', hash },
      { ...change, asset_id: '101', price: '0.1', size: '9', hash },
    ],
  });
  book.passed(8);
  const { bids, asks, sequence, timestamp } = book.snapshot();
  expect(bids).toEqual([level('0.35', '5'), level('0.4', '100')]);
  expect([asks, sequence, timestamp]).toEqual([[level('0.7', '100'), level('0.6', '1.5')], 8, '123456790']);
  expect(book.isProven()).toBe(false);
  const proven = bookHash(book.snapshot());
  book.apply({ ...message, price_changes: [{ ...change, price: '0.35', size: '5', hash: proven }] });
  expect(book.isProven()).toBe(true);
});

test('live book: a trade of the other outcome is a trade at one less the price', () => {
  const book = new LiveBook(snapshot);
  const trade = { event_type: 'last_trade_price', market: '0xaabbcc', price: '0.3', size: '1', side: 'BUY' } as const;
  const rest = { fee_rate_bps: '0', timestamp: '1', transaction_hash: '', ...place };
  book.apply({ ...trade, ...rest, asset_id: '101' });
  expect(book.snapshot().last_trade_price).toBe('0.7');
  book.apply({ ...trade, ...rest, asset_id: '100' });
  expect(book.snapshot().last_trade_price).toBe('0.3');
});
