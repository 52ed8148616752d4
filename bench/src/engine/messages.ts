/**
 * Our book driven by the messages of an open benchmark of matching engines, rebuilt from its description
 * (https://github.com/flash1-dev/matching-engine-benchmark, docs/METHODOLOGY.md): 1,000,000 new orders for one symbol, 15 %
 * of them immediate or cancel, 20 % of the others modified and 95 % cancelled, about 2,000,000 messages. It differs in its
 * random numbers, in one microsecond between orders, in the width of the hump of depth (so ten times as many fill), and in reports, which go into an
 * array and not to another thread. The three scenarios whose prices swing by a quarter and more do not fit into the 9,999
 * prices of a probability.
 */
import { ASK, BID, type BookEntry, type BookSide, LadderBook, micros, opposite, price } from '@bellwether/engine';
import { Random } from '../shared/random.ts';

const SEED = 23;
const [NEW, CANCEL, MODIFY] = [0, 1, 2] as const;
const START_TICKS = 33_504;
const MIDDLE = 5_000;
const DEPTH_MAX = 400;
const LIFE_MEDIAN_US = 431;
const REPORTS = 1 << 16;

interface Message {
  readonly kind: typeof NEW | typeof CANCEL | typeof MODIFY;
  readonly id: number;
  readonly side: BookSide;
  readonly isImmediate: boolean;
  readonly price: number;
  readonly quantity: number;
  readonly atUs: number;
}

function createMessages(swing: number, orders: number): Message[] {
  const random = new Random(SEED);
  const unit = (): number => (random.below(2 ** 30) + 1) / (2 ** 30 + 1);
  const normal = (): number => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
  const exponential = (mean: number): number => -mean * Math.log(unit());
  const depths = depthTable();
  const step = swing / Math.sqrt(orders);
  let mid = 1;
  const placed = Array.from({ length: orders }, (_, index) => {
    mid *= Math.exp(-0.5 * step * step + step * normal());
    const side = index < orders / 2 ? BID : ASK;
    const depth = depths[Math.floor(unit() * depths.length)] ?? 1;
    const ticks = MIDDLE + Math.round(START_TICKS * (mid - 1)) + (side === BID ? -depth : depth);
    return { side, price: Math.min(Math.max(ticks, 1), 9_999), quantity: 1 + random.below(100), depth };
  });
  for (let at = orders - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [placed[at], placed[other]] = [placed[other]!, placed[at]!];
  }
  const messages: Message[] = [];
  for (const [id, { depth, ...terms }] of placed.entries()) {
    const order = { id, isImmediate: unit() < 0.15, ...terms };
    messages.push({ kind: NEW, ...order, atUs: id });
    if (order.isImmediate) continue;
    const lifeUs = exponential((LIFE_MEDIAN_US / Math.LN2) * (1 + depth / 100));
    if (unit() < 0.2) {
      const tick = unit() < 0.8 ? (order.side === BID ? 1 : -1) : 0;
      const changed = { ...order, price: order.price + tick, quantity: order.quantity + 1 };
      messages.push({ kind: MODIFY, ...changed, atUs: id + lifeUs * unit() });
    }
    if (unit() < 0.95) {
      messages.push({ kind: CANCEL, ...order, atUs: id + lifeUs });
      if (unit() < 0.02) messages.push({ kind: CANCEL, ...order, atUs: id + lifeUs + 1 });
    }
  }
  return messages.sort((one, other) => one.atUs - other.atUs);
}

/** Depths in ticks, each as often as it is likely: a power law, and a hump about eight ticks out. */
function depthTable(): number[] {
  const weight = (ticks: number): number => ticks ** -2.23 + 0.1 * Math.exp(-((ticks - 8) ** 2) / 8);
  const all = Array.from({ length: DEPTH_MAX }, (_, index) => weight(index + 1));
  const sum = all.reduce((total, each) => total + each, 0);
  return all.flatMap((each, index) => Array(Math.round((each / sum) * 65_536)).fill(index + 1) as number[]);
}

/** A book that answers messages with reports. */
class MessageBook {
  readonly #book = new LadderBook();
  /** Resting orders by id; ids are dense. */
  readonly #orders: (BookEntry | null)[];
  readonly #reports = new Float64Array(REPORTS);
  #reported = 0;
  fills = 0;

  constructor(orders: number) {
    this.#orders = Array<BookEntry | null>(orders).fill(null);
  }

  take({ kind, id, side, isImmediate, price: limit, quantity }: Message): void {
    if (kind !== NEW) {
      const resting = this.#orders[id] ?? null;
      this.#report(kind * 2 + (resting === null ? 1 : 0), id);
      if (resting === null) return;
      this.#book.remove(resting);
      this.#orders[id] = null;
      if (kind === CANCEL) return;
    } else this.#report(NEW, id);
    this.#place(id, side, limit, quantity, isImmediate);
  }

  #place(id: number, side: BookSide, limit: number, quantity: number, isImmediate: boolean): void {
    const book = this.#book;
    let left = quantity;
    for (let maker = book.first(opposite(side)); left > 0 && maker !== null; maker = book.first(opposite(side))) {
      if (side === BID ? maker.bookPrice > limit : maker.bookPrice < limit) break;
      const size = Math.min(left, maker.remaining);
      book.reduce(maker, micros(size));
      left -= size;
      this.fills++;
      this.#report(6, (maker as Resting).id);
      if (maker.remaining > 0) continue;
      book.remove(maker);
      this.#orders[(maker as Resting).id] = null;
    }
    if (left === 0) return;
    if (isImmediate) return this.#report(CANCEL * 2, id);
    const terms = { bookSide: side, bookPrice: price(limit), remaining: micros(left) };
    const entry: Resting = { ...terms, previous: null, next: null, level: null, id };
    book.insert(entry);
    this.#orders[id] = entry;
  }

  #report(kind: number, id: number): void {
    this.#reports[this.#reported++ & (REPORTS - 1)] = kind * 2 ** 32 + id;
  }
}

interface Resting extends BookEntry {
  readonly id: number;
}

/** Millions of messages a second, of a market whose midpoint strays by `swing`, after a round that warms up. */
export function messageRun(swing: number, orders: number) {
  const all = createMessages(swing, orders);
  const round = () => {
    const book = new MessageBook(orders);
    const begun = performance.now();
    for (const message of all) book.take(message);
    const rate = all.length / (performance.now() - begun) / 1_000;
    return { messages: all.length, fills: book.fills, 'M messages/s': rate };
  };
  round();
  return round();
}
