/**
 * Our book with no more around it than a peer offers: an index of ids and a loop that matches price, then time. Orders
 * that ended are written again, as the engine does.
 */
import {
  ASK,
  BID,
  type BookEntry,
  type BookSide,
  LadderBook,
  type Micros,
  micros,
  opposite,
  type Price,
  price,
} from '@bellwether/engine';
import type { Contender, Outcome, Run } from './contender.ts';
import type { Operation, Place, Stream } from './stream.ts';

interface Order extends BookEntry {
  id: string;
  bookSide: BookSide;
  bookPrice: Price;
  previous: Order | null;
  next: Order | null;
}

/** What a placement answers: each maker it met, as the peer reports them. */
interface Fill {
  readonly id: string;
  readonly price: number;
  readonly size: Micros;
}

class MatchingBook {
  readonly book = new LadderBook<Order>();
  readonly #orders = new Map<string, Order>();
  readonly #ended: Order[] = [];
  volume = 0;

  place(id: string, place: Place): readonly Fill[] {
    const fills: Fill[] = [];
    const { book } = this;
    const side = opposite(place.side);
    let left = place.size as number;
    let maker = book.first(side);
    while (
      maker !== null &&
      left > 0 &&
      (place.side === BID ? maker.bookPrice <= place.price : maker.bookPrice >= place.price)
    ) {
      const size = micros(Math.min(left, maker.remaining));
      book.reduce(maker, size);
      left -= size;
      fills.push({ id: maker.id, price: maker.bookPrice, size });
      if (maker.remaining === 0) {
        book.remove(maker);
        this.#orders.delete(maker.id);
        this.#ended.push(maker);
      }
      maker = book.first(side);
    }
    this.volume += place.size - left;
    if (left > 0) this.#rest(id, place.side, place.price, left);
    return fills;
  }

  cancel(id: string): boolean {
    const order = this.#orders.get(id);
    if (order === undefined) return false;
    this.book.remove(order);
    this.#ended.push(order);
    return this.#orders.delete(order.id);
  }

  #rest(id: string, bookSide: BookSide, limit: number, left: number): void {
    const order = this.#ended.pop() ?? blankOrder();
    order.id = id;
    order.bookSide = bookSide;
    order.bookPrice = price(limit);
    order.remaining = micros(left);
    this.book.insert(order);
    this.#orders.set(id, order);
  }
}

function blankOrder(): Order {
  return {
    bookSide: BID,
    bookPrice: price(1),
    remaining: micros(0),
    previous: null,
    next: null,
    level: null,
    id: '',
  };
}

export function bookContender(stream: Stream): Contender {
  const start = (): Run => {
    const books = stream.markets.map(() => new MatchingBook());
    let steps: readonly { readonly id: string; readonly operation: Operation }[] = [];
    return {
      prepare: (operations) => {
        steps = operations.map((operation) => ({ id: stream.ids[operation.order]!, operation }));
      },
      perform: () => {
        for (const { id, operation } of steps) {
          const book = books[operation.market]!;
          if (operation.kind === 'place') book.place(id, operation);
          else book.cancel(id);
        }
      },
      outcome: (): Outcome => ({
        volume: books.reduce((sum, book) => sum + BigInt(book.volume), 0n),
        books: books.map(({ book }) => shownBook(book)),
      }),
    };
  };
  return { name: 'book', start };
}

function shownBook(book: LadderBook<never> | LadderBook<Order>): string {
  return [BID, ASK]
    .map((side) => [...book.levels(side)].map((level) => `${level.price}:${level.size}`).join(' '))
    .join(' | ');
}
