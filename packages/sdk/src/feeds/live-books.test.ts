/** Books of several tokens that follow their markets: every book returned is verified, whatever came before. */
import { expect, test } from 'vitest';
import { bookHash, type FeedBook } from './live-book.ts';
import { LiveBooks } from './live-books.ts';
import type { MarketMessage } from './market-subscriber.ts';

const MARKET = '0xaabbcc';
const place = { index: 0, count: 1 } as const;

function snapshotOf(asset_id: string, sequence: number, market = MARKET): FeedBook {
  const book = {
    ...{ market, asset_id, timestamp: '1', last_trade_price: '' },
    ...{ bids: [{ price: '0.4', size: '10' }], asks: [{ price: '0.6', size: '10' }] },
    ...{ min_order_size: '5', tick_size: '0.01', neg_risk: false },
  };
  return { ...book, hash: bookHash(book), sequence };
}

const told = (book: FeedBook): MarketMessage => ({ event_type: 'book', ...book });

/** A change of one bid; `hash` is the venue's hash of the book after the change. */
function change(asset_id: string, sequence: number, size: string, hash: string): MarketMessage {
  const level = { asset_id, side: 'BUY', price: '0.4', size, hash, best_bid: '0.4', best_ask: '0.6' } as const;
  return { event_type: 'price_change', market: MARKET, timestamp: '2', sequence, ...place, price_changes: [level] };
}

const hashWith = (size: string): string =>
  bookHash({ ...snapshotOf('100', 0), timestamp: '2', bids: [{ price: '0.4', size }] });

function begin() {
  const books = new LiveBooks();
  const wrong: string[] = [];
  const prove = (tokenId: string) => books.prove(tokenId, (market) => void wrong.push(market));
  const fold = (sequence: number, ...messages: MarketMessage[]) =>
    books.fold(MARKET, sequence, messages, (tokenId) => tokenId !== 'other');
  fold(7, told(snapshotOf('100', 7)));
  return { books, wrong, prove, fold };
}

test('live books: a book is handed on when its hash fits, the same object until its market goes on', () => {
  const { wrong, prove, fold } = begin();
  fold(8, change('100', 8, '20', hashWith('20')));
  const book = prove('100');
  expect(book).toMatchObject({ sequence: 8, bids: [{ price: '0.4', size: '20' }] });
  expect(prove('100')).toBe(book);
  fold(9, change('another token', 9, '1', ''));
  expect(prove('100')).toMatchObject({ sequence: 9, bids: [{ price: '0.4', size: '20' }] });
  expect(wrong).toEqual([]);
});

test('live books: a book that is not what the venue says is never handed on, and its market is told [S8]', () => {
  const { wrong, prove, fold } = begin();
  fold(8, change('100', 8, '20', hashWith('21')));
  expect([prove('100'), wrong]).toEqual([null, [MARKET]]);
});

test('live books: only what is wanted is kept, and what is forgotten is unknown until its next whole book', () => {
  const { books, wrong, prove, fold } = begin();
  fold(8, told(snapshotOf('other', 8)), told(snapshotOf('101', 8)));
  expect([...books.tokensOf(MARKET)]).toEqual(['100', '101']);
  expect(prove('other')).toBeNull();
  books.forget(['100']);
  fold(9, change('100', 9, '20', hashWith('20')));
  expect([prove('100'), prove('101')?.sequence]).toEqual([null, 9]);
  fold(10, told(snapshotOf('100', 10)));
  expect(prove('100')?.sequence).toBe(10);
  books.clear();
  expect([prove('100'), prove('101'), wrong]).toEqual([null, null, []]);
});

test('live books: messages of a market leave the books of other markets alone', () => {
  const { books, prove, fold } = begin();
  books.fold('0xddeeff', 3, [told(snapshotOf('200', 3, '0xddeeff'))], () => true);
  fold(8, change('100', 8, '20', hashWith('20')));
  expect(prove('200')?.sequence).toBe(3);
});
