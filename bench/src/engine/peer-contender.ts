/** The order book that npm has: `nodejs-order-book`, one instance a market, limit orders and cancels by id. */
import { BID } from '@bellwether/engine';
import { OrderBook, Side } from 'nodejs-order-book';
import type { Contender, Outcome, Run } from './contender.ts';
import type { Operation, Stream } from './stream.ts';

interface Step {
  readonly market: number;
  /** Arguments of `limit`, or null to cancel `id`. */
  readonly limit: { readonly id: string; readonly side: Side; readonly size: number; readonly price: number } | null;
  readonly id: string;
}

export function peerContender(stream: Stream): Contender {
  const stepOf = (operation: Operation): Step => {
    const { market } = operation;
    const id = stream.ids[operation.order]!;
    if (operation.kind === 'cancel') return { market, id, limit: null };
    const { size, price } = operation;
    return { market, id, limit: { id, side: operation.side === BID ? Side.BUY : Side.SELL, size, price } };
  };
  const start = (): Run => {
    const books = stream.markets.map(() => new OrderBook());
    let volume = 0;
    let total = 0n;
    let steps: readonly Step[] = [];
    return {
      prepare: (operations) => {
        steps = operations.map(stepOf);
      },
      perform: () => {
        for (const { market, id, limit } of steps) {
          const book = books[market]!;
          if (limit === null) {
            book.cancel(id);
          } else {
            const { quantityLeft, err } = book.limit(limit);
            if (err !== null) throw new Error('the peer refused an order', { cause: err });
            volume += limit.size - quantityLeft;
          }
        }
        total += BigInt(volume);
        volume = 0;
      },
      outcome: (): Outcome => ({ volume: total, books: books.map(shown) }),
    };
  };
  return { name: 'nodejs-order-book', start };
}

function shown(book: OrderBook): string {
  const [asks, bids] = book.depth();
  const line = (levels: readonly [number, number][]): string =>
    levels.map(([price, size]) => `${price}:${size}`).join(' ');
  return `${line(bids.toSorted((a, b) => b[0] - a[0]))} | ${line(asks.toSorted((a, b) => a[0] - b[0]))}`;
}
