/**
 * The workload: one seeded stream of places and cancels over several markets, in book terms. It is generated with its
 * own book, so that crossing orders really cross, cancels name resting orders, and no account trades with itself: even
 * accounts bid, odd accounts ask.
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
  price,
} from '@bellwether/engine';
import { Random } from '../shared/random.ts';

interface Place {
  readonly kind: 'place';
  readonly market: number;
  /** Index of the order in `ids`. */
  readonly order: number;
  readonly account: number;
  readonly side: BookSide;
  /** In YES terms, 1/10000. */
  readonly price: number;
  /** Micro-shares, a multiple of 10,000, so that every cost is whole. */
  readonly size: Micros;
  /** 0: the order is for YES shares; 1: the equivalent order for NO. */
  readonly outcome: 0 | 1;
}

interface Cancel {
  readonly kind: 'cancel';
  readonly market: number;
  readonly order: number;
  readonly account: number;
}

export type Operation = Place | Cancel;

export interface Stream {
  readonly operations: readonly Operation[];
  /** Fees in 1/10000; only the whole engine uses them. */
  readonly markets: typeof STREAM_MARKETS;
  readonly accounts: number;
  /** Public ids of the orders: `0x` and 64 hex digits, one string each for all contenders and rounds. */
  readonly ids: readonly string[];
}

const STREAM_MARKETS = [100, 100, 50, 25, 10, 10, 1, 1].map((tick, index) => ({
  tick,
  takerFeeRate: index % 4 === 1 ? 200 : 0,
}));

const ACCOUNTS = 64;
/** Share of orders priced through the best of the other side; moving midpoints make a few more cross. */
const CROSSING = 0.27;

interface Resting extends BookEntry {
  readonly placed: Place;
}

/** A market while the stream is generated. */
interface Scene {
  readonly book: LadderBook<Resting>;
  readonly open: Resting[];
  readonly tick: number;
  mid: number;
}

const SEED = 20_240_601;

/** Generates a stream. `openPerMarket`: number of resting orders per market that cancels maintain. */
export function createStream(length: number, openPerMarket: number): Stream {
  const random = new Random(SEED);
  const scenes = STREAM_MARKETS.map(({ tick }): Scene => ({ book: new LadderBook(), open: [], tick, mid: 5000 }));
  const operations: Operation[] = [];
  let places = 0;
  while (operations.length < length) {
    const market = random.below(scenes.length);
    const scene = scenes[market]!;
    if (random.chance(1 / 32)) moveMid(scene, random);
    if (random.chance(Math.min(0.6, (0.25 * scene.open.length) / openPerMarket))) {
      const entry = scene.open[random.below(scene.open.length)]!;
      const { order, account } = entry.placed;
      operations.push({ kind: 'cancel', market, order, account });
      forget(scene, entry);
    } else {
      const place = makePlace(scene, market, places++, random);
      operations.push(place);
      match(scene, place);
    }
  }
  const ids = Array.from({ length: places }, () => random.hex(32));
  return { operations, markets: STREAM_MARKETS, accounts: ACCOUNTS, ids };
}

function moveMid(scene: Scene, random: Random): void {
  const step = Math.max(scene.tick, 10) * (random.chance(0.5) ? 1 : -1);
  if (scene.mid + step > 1500 && scene.mid + step < 8500) scene.mid += step;
}

function makePlace(scene: Scene, market: number, order: number, random: Random): Place {
  const side: BookSide = random.chance(0.5) ? BID : ASK;
  const towards = side === BID ? 1 : -1;
  const best = scene.book.bestPrice(opposite(side));
  const away = scene.tick * (1 + random.geometric(8));
  const wanted =
    best !== 0 && random.chance(CROSSING)
      ? best + towards * scene.tick * random.geometric(1)
      : Math.round(scene.mid / scene.tick) * scene.tick - towards * away;
  const limit = Math.min(Math.max(wanted, scene.tick), 10_000 - scene.tick);
  return {
    kind: 'place',
    market,
    order,
    account: random.below(ACCOUNTS / 2) * 2 + side,
    side,
    price: limit,
    size: micros((500 + random.below(20_000)) * 10_000),
    outcome: random.chance(0.5) ? 0 : 1,
  };
}

/** Matches the order in the scene's book and rests the remainder. */
function match(scene: Scene, place: Place): void {
  const { book } = scene;
  let left = place.size as number;
  let maker = book.first(opposite(place.side));
  while (
    left > 0 &&
    maker !== null &&
    (place.side === BID ? maker.bookPrice <= place.price : maker.bookPrice >= place.price)
  ) {
    const size = micros(Math.min(left, maker.remaining));
    book.reduce(maker, size);
    left -= size;
    if (maker.remaining === 0) forget(scene, maker);
    maker = book.first(opposite(place.side));
  }
  if (left === 0) return;
  const terms = { bookSide: place.side, bookPrice: price(place.price), remaining: micros(left) };
  const entry: Resting = { ...terms, previous: null, next: null, level: null, placed: place };
  book.insert(entry);
  scene.open.push(entry);
}

function forget(scene: Scene, entry: Resting): void {
  scene.book.remove(entry);
  const last = scene.open.pop()!;
  if (last !== entry) scene.open[scene.open.indexOf(entry)] = last;
}
