/**
 * The book of one market in YES terms, and its resting entries. BUY YES at p and SELL NO at 1 - p are bids at p; SELL YES
 * at p and BUY NO at 1 - p are asks at p. The book knows only sides, prices, sizes and time priority; money and matching
 * rules live elsewhere. Two books implement this interface and one test suite proves that they agree: `LadderBook`
 * (fast) and `NaiveBook` (the oracle).
 */
import {
  addMicros,
  assert,
  complement,
  MICROS_MAX,
  type Micros,
  micros,
  type Outcome,
  PRICE_ONE,
  type Price,
  type Side,
  subtractMicros,
} from '../units/units.ts';

/** 0 = bid (wants YES), 1 = ask (offers YES). */
export type BookSide = 0 | 1;
export const BID: BookSide = 0;
export const ASK: BookSide = 1;

export const opposite = (side: BookSide): BookSide => (side === BID ? ASK : BID);

/** A book's data about a resting order. Only the book that holds it may write `previous`, `next` and `level`. */
export interface BookEntry {
  readonly bookSide: BookSide;
  /** Price in YES terms. */
  readonly bookPrice: Price;
  /** Unfilled size, above 0 while it rests. Only the book writes it, in `reduce` and `grow`. */
  remaining: Micros;
  /** Neighbours at the same price, older and newer; null at the ends and outside a book. */
  previous: BookEntry | null;
  next: BookEntry | null;
  /** The price level, for book implementations that store it here; null outside a book. */
  level: object | null;
}

/** One price of one side: the price, the size resting there and how many orders make it up. */
export type BookLevel = { readonly price: Price; readonly size: Micros; readonly orders: number };

export interface OrderBook<Entry extends BookEntry = BookEntry> {
  /** Adds an entry after all others at its price. */
  insert(entry: Entry): void;
  /** Removes a resting entry. */
  remove(entry: Entry): void;
  /** Reduces `entry.remaining`; the entry keeps its time priority. The caller must remove one that reaches 0. */
  reduce(entry: Entry, size: Micros): void;
  /** Raises `entry.remaining`; the entry keeps its time priority. */
  grow(entry: Entry, size: Micros): void;
  /** The entry that trades next on a side: best price, then oldest; null if the side is empty. */
  first(side: BookSide): Entry | null;
  /** The entry that would trade after `entry` on the same side; null at the end. `entry` must rest in this book. */
  after(entry: Entry): Entry | null;
  /** Best price of a side, or 0 if it is empty. */
  bestPrice(side: BookSide): Price | 0;
  /** Price levels from best to worst. The book must not change during iteration. */
  levels(side: BookSide): Iterable<BookLevel>;
  /** Size of all other entries at the price of a resting entry; more than `MICROS_MAX` is `MICROS_MAX`. */
  sizeBeside(entry: Entry): Micros;
  /** Number of resting entries of both sides. */
  readonly count: number;
}

/** The side of the YES book that an order belongs to: BUY YES and SELL NO are bids. */
export function bookSideOf(side: Side, outcome: Outcome): BookSide {
  return (side === 'BUY') === (outcome === 0) ? 0 : 1;
}

/** The order's price in YES terms. */
export function bookPriceOf(p: Price, outcome: Outcome): Price {
  return outcome === 0 ? p : complement(p);
}

/**
 * The fast book: insert, remove, reduce, best and next are O(1), no memory is allocated per order, and a book without
 * orders takes a few hundred bytes. Owned by `State`; only `apply` changes it. It must never look at money, accounts or
 * matching rules.
 */
export class LadderBook<Entry extends BookEntry = BookEntry> implements OrderBook<Entry> {
  readonly #bids = new LadderSide<Entry>(BID);
  readonly #asks = new LadderSide<Entry>(ASK);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  insert(entry: Entry): void {
    assert(entry.remaining > 0, 'an entry without size rests in no book');
    this.#sideOf(entry.bookSide).insert(entry);
    this.#count++;
  }

  remove(entry: Entry): void {
    this.#sideOf(entry.bookSide).remove(entry);
    this.#count--;
  }

  reduce(entry: Entry, size: Micros): void {
    this.#sideOf(entry.bookSide).reduce(entry, size);
  }

  grow(entry: Entry, size: Micros): void {
    this.#sideOf(entry.bookSide).grow(entry, size);
  }

  first(side: BookSide): Entry | null {
    return this.#sideOf(side).first;
  }

  after(entry: Entry): Entry | null {
    return this.#sideOf(entry.bookSide).after(entry);
  }

  bestPrice(side: BookSide): Price | 0 {
    return this.#sideOf(side).bestPrice;
  }

  levels(side: BookSide): Iterable<BookLevel> {
    return this.#sideOf(side).levels();
  }

  sizeBeside(entry: Entry): Micros {
    return this.#sideOf(entry.bookSide).sizeBeside(entry);
  }

  #sideOf(side: BookSide): LadderSide<Entry> {
    return side === BID ? this.#bids : this.#asks;
  }
}

/** A level's rank has three parts: 5 bits for its place in a chunk, 5 for the chunk's place in a block, and the block. */
const FANOUT_BITS = 5;
const FANOUT = 1 << FANOUT_BITS;
const PLACE = FANOUT - 1;
const BLOCK_SHIFT = 2 * FANOUT_BITS;
const BLOCKS = (PRICE_ONE >> BLOCK_SHIFT) + 1;

interface Level<Entry> {
  /** The side that owns the level, to detect entries of another book. */
  readonly owner: object;
  readonly price: Price;
  head: Entry | null;
  tail: Entry | null;
  orders: number;
  /** Size resting here, minus `MICROS_MAX` times `carries`: the sum stays exact if huge orders meet at a tiny price. */
  size: number;
  carries: number;
}

/** Bit `place` of `mask` is set if the child there is in use. Emptied children stay until the block itself is empty. */
interface Node<Child> {
  mask: number;
  readonly children: (Child | null)[];
}

type Chunk<Entry> = Node<Level<Entry>>;
type Block<Entry> = Node<Chunk<Entry>>;

function createNode<Child>(fanout: number): Node<Child> {
  return { mask: 0, children: new Array<Child | null>(fanout).fill(null) };
}

function createLevel<Entry>(owner: object, price: Price): Level<Entry> {
  return { owner, price, head: null, tail: null, orders: 0, size: 0, carries: 0 };
}

function use<Child>(node: Node<Child>, place: number, child: Child): void {
  node.children[place] = child;
  node.mask |= 1 << place;
}

/** Place of the highest bit of a non-zero mask. */
const highest = (mask: number): number => 31 - Math.clz32(mask);
/** The bits of a mask below `place`. */
const below = (mask: number, place: number): number => mask & ((1 << place) - 1);

/**
 * One side of a `LadderBook`: its price levels in a radix tree with one bitmap per node. An empty side costs next to
 * nothing and a sparse one little, and the best or next worse price is at most three bit operations away. Levels are
 * keyed by rank, not price: the better price always has the higher rank, so one implementation serves both sides.
 */
class LadderSide<Entry extends BookEntry> {
  readonly #side: BookSide;
  readonly #root: Node<Block<Entry>> = createNode(BLOCKS);
  /** The level of the best price; null if the side is empty. */
  #best: Level<Entry> | null = null;
  /** The most recently used chunk, and its index among all chunks. */
  #recent: Chunk<Entry> | null = null;
  #recentAt = -1;

  constructor(side: BookSide) {
    this.#side = side;
  }

  get bestPrice(): Price | 0 {
    return this.#best === null ? 0 : this.#best.price;
  }

  get first(): Entry | null {
    return this.#best === null ? null : this.#best.head;
  }

  insert(entry: Entry): void {
    const best = this.#best;
    const level = best !== null && best.price === entry.bookPrice ? best : this.#openLevel(entry.bookPrice);
    const tail = level.tail;
    entry.previous = tail;
    entry.next = null;
    entry.level = level;
    if (tail === null) level.head = entry;
    else tail.next = entry;
    level.tail = entry;
    level.orders++;
    raise(level, entry.remaining);
  }

  remove(entry: Entry): void {
    const level = this.#levelOf(entry);
    const previous = entry.previous as Entry | null;
    const next = entry.next as Entry | null;
    if (previous === null) level.head = next;
    else previous.next = next;
    if (next === null) level.tail = previous;
    else next.previous = previous;
    entry.previous = null;
    entry.next = null;
    entry.level = null;
    lower(level, entry.remaining);
    level.orders--;
    if (level.orders === 0) this.#closeLevel(level);
  }

  reduce(entry: Entry, size: Micros): void {
    entry.remaining = subtractMicros(entry.remaining, size);
    lower(this.#levelOf(entry), size);
  }

  grow(entry: Entry, size: Micros): void {
    entry.remaining = addMicros(entry.remaining, size);
    raise(this.#levelOf(entry), size);
  }

  after(entry: Entry): Entry | null {
    if (entry.next !== null) return entry.next as Entry;
    const level = this.#levelAfter(entry.bookPrice);
    return level === null ? null : level.head;
  }

  /** Levels from best to worst; a size above `MICROS_MAX` is shown as `MICROS_MAX`. */
  *levels(): Generator<BookLevel, void, undefined> {
    for (let level = this.#best; level !== null; level = this.#levelAfter(level.price)) {
      const size = micros(level.carries > 0 ? MICROS_MAX : level.size);
      yield { price: level.price, size, orders: level.orders };
    }
  }

  sizeBeside(entry: Entry): Micros {
    const { size, carries } = this.#levelOf(entry);
    return micros(Math.min(size - entry.remaining + carries * MICROS_MAX, MICROS_MAX));
  }

  #rank(price: Price): number {
    return this.#side === BID ? price : PRICE_ONE - price;
  }

  /** Returns the level of a price with its bits set all the way up; creates or revives it if needed. */
  #openLevel(price: Price): Level<Entry> {
    const rank = this.#rank(price);
    const chunk = this.#chunkOf(rank);
    const bottom = rank & PLACE;
    const level = chunk.children[bottom] ?? createLevel<Entry>(this, price);
    if (level.orders > 0) return level;
    use(chunk, bottom, level);
    if (this.#best === null || rank > this.#rank(this.#best.price)) this.#best = level;
    return level;
  }

  /** Returns the chunk of a rank with its bits set all the way up. Most orders want the same few chunks. */
  #chunkOf(rank: number): Chunk<Entry> {
    const at = rank >> FANOUT_BITS;
    const recent = this.#recent;
    // The bits of a chunk without levels may have been cleared.
    if (this.#recentAt === at && recent !== null && recent.mask !== 0) return recent;
    const top = rank >> BLOCK_SHIFT;
    const middle = at & PLACE;
    const root = this.#root;
    const block = root.children[top] ?? createNode<Chunk<Entry>>(FANOUT);
    const chunk = block.children[middle] ?? createNode<Level<Entry>>(FANOUT);
    use(root, top, block);
    use(block, middle, chunk);
    this.#recentAt = at;
    this.#recent = chunk;
    return chunk;
  }

  /** Clears the bits of an emptied level all the way up; an empty block is dropped with everything in it. */
  #closeLevel(level: Level<Entry>): void {
    if (this.#best === level) this.#best = this.#levelAfter(level.price);
    const rank = this.#rank(level.price);
    const top = rank >> BLOCK_SHIFT;
    const middle = (rank >> FANOUT_BITS) & PLACE;
    const root = this.#root;
    const block = root.children[top] as Block<Entry>;
    const chunk = block.children[middle] as Chunk<Entry>;
    chunk.mask &= ~(1 << (rank & PLACE));
    if (chunk.mask !== 0) return;
    block.mask &= ~(1 << middle);
    if (block.mask !== 0) return;
    root.mask &= ~(1 << top);
    root.children[top] = null;
  }

  /** The level of an entry, as stored in the entry: this avoids descending the tree. */
  #levelOf(entry: Entry): Level<Entry> {
    const level = entry.level as Level<Entry> | null;
    assert(level !== null && level.owner === this, 'an entry is taken out of a book that it does not rest in');
    return level;
  }

  /** The level of the next worse price after a level in use; null if there is none. */
  #levelAfter(price: Price): Level<Entry> | null {
    const rank = this.#rank(price);
    const top = rank >> BLOCK_SHIFT;
    const middle = (rank >> FANOUT_BITS) & PLACE;
    const root = this.#root;
    const block = root.children[top] as Block<Entry>;
    const chunk = block.children[middle] as Chunk<Entry>;
    const levels = below(chunk.mask, rank & PLACE);
    if (levels !== 0) return chunk.children[highest(levels)] as Level<Entry>;
    const chunks = below(block.mask, middle);
    if (chunks !== 0) return bestOfChunk(block.children[highest(chunks)] as Chunk<Entry>);
    const blocks = below(root.mask, top);
    if (blocks === 0) return null;
    const next = root.children[highest(blocks)] as Block<Entry>;
    return bestOfChunk(next.children[highest(next.mask)] as Chunk<Entry>);
  }
}

function bestOfChunk<Entry>(chunk: Chunk<Entry>): Level<Entry> {
  return chunk.children[highest(chunk.mask)] as Level<Entry>;
}

function raise<Entry>(level: Level<Entry>, size: number): void {
  if (level.size > MICROS_MAX - size) {
    level.size -= MICROS_MAX;
    level.carries++;
  }
  level.size += size;
}

function lower<Entry>(level: Level<Entry>, size: number): void {
  level.size -= size;
  if (level.size < 0) {
    assert(level.carries > 0, 'a level of the book holds less than its orders');
    level.size += MICROS_MAX;
    level.carries--;
  }
}
