/** Feed messages that were due for an order's changes, entry by entry, with complete books at those points. */
import { EXPLAINED_FRAME_ENTRIES_MAX, type ProfileKind } from '@bellwether/contract';
import {
  type BookSide,
  bookPriceOf,
  bookSideOf,
  type ConditionId,
  micros,
  PRICE_ONE,
  type Price,
  price,
  type TokenId,
} from '@bellwether/engine';
import { writeBook } from '@bellwether/wire/prices/book.ts';
import type { ReadStore } from '../../database.ts';
import type { MarketText } from '../../ledger/query/ledger-context.ts';
import { sideOf } from '../../ledger/tables.ts';
import {
  type LevelRow,
  selectFirstStepAt,
  selectLastLeg,
  selectLegs,
  selectLevels,
  selectTermsAt,
} from '../query/queue.ts';
import type { OrderRow } from '../tables.ts';
import type { FillFact, FrameEntry, FrameFacts, FrameTrade, RestFacts } from './explained/order-facts.ts';
import type { ExplanationLimits } from './explanation-limits.ts';
import { bestAt } from './queue-facts.ts';
import { toldStatus } from './status-words.ts';

/** Micros per unit of a price in 1/10000. */
const MICROS_PER_TICK = 100;

/** Statuses in which the user feed tells of a trade, one after the other. */
const TRADE_STATUSES: Readonly<Record<ProfileKind, FrameTrade['statuses']>> = {
  bellwether: ['CONFIRMED'],
  polymarket: ['MATCHED', 'CONFIRMED'],
};

export interface FramedOrder {
  readonly order: OrderRow;
  readonly market: MarketText;
  readonly rest: RestFacts | null;
  readonly fills: readonly FillFact[];
  readonly limits: ExplanationLimits;
  readonly profile: ProfileKind;
}

type Due = Pick<FrameEntry, 'sequence' | 'timeMs' | 'news' | 'status' | 'matchedMicros'> & {
  readonly fill: FillFact | null;
};

/** Frames for the first entries of an order's life and the one that ended it. */
export async function dueFrames(database: ReadStore, framed: FramedOrder, bounds: Set<string>): Promise<FrameFacts> {
  const due = dueEntries(framed);
  const max = EXPLAINED_FRAME_ENTRIES_MAX;
  const shown = due.length <= max ? due : [...due.slice(0, max - 1), ...due.slice(-1)];
  const entries: FrameEntry[] = [];
  for (const one of shown) entries.push(await frameOf(database, framed, one, bounds));
  return { entries, hasMore: shown.length < due.length };
}

function dueEntries({ order, rest, fills, profile }: FramedOrder): Due[] {
  const taken = fills.find(({ isTaker }) => isTaker) ?? null;
  let matchedMicros = taken?.sizeMicros ?? 0;
  const placed = {
    sequence: order.sequence,
    timeMs: order.created_ms,
    news: 'placed',
    status: rest === null ? 'MATCHED' : 'LIVE',
  } as const;
  const due: Due[] = [{ ...placed, matchedMicros, fill: taken }];
  for (const fill of fills) {
    if (fill.isTaker) continue;
    matchedMicros += fill.sizeMicros;
    const isLast = order.status === 'MATCHED' && fill.sequence === order.updated_sequence;
    const status = isLast ? 'MATCHED' : 'LIVE';
    due.push({ sequence: fill.sequence, timeMs: fill.timeMs, news: 'filled', status, matchedMicros, fill });
  }
  if (order.status !== 'LIVE' && order.status !== 'MATCHED') {
    due.push({
      sequence: order.updated_sequence,
      timeMs: order.updated_ms,
      news: 'canceled',
      status: toldStatus(order.status, profile),
      matchedMicros: order.matched_micros,
      fill: null,
    });
  }
  return due;
}

async function frameOf(database: ReadStore, framed: FramedOrder, { fill, ...due }: Due, bounds: Set<string>) {
  const { order, limits } = framed;
  const { sequence } = due;
  const legs = fill === null ? [] : await selectLegs(database, sequence, limits.legsLookedAtMax);
  if (legs.length >= limits.legsLookedAtMax) {
    bounds.add(`messages of a trade were counted for its first ${limits.legsLookedAtMax} makers`);
  }
  const prices = legs.map(({ kind, outcome, price_micros }) => {
    const own = outcome === 0 ? 0 : 1;
    return { side: bookSideOf(sideOf(kind), own), price: bookPriceOf(price(price_micros / MICROS_PER_TICK), own) };
  });
  const messages = prices.filter((leg, index) => index === 0 || leg.price !== prices[index - 1]?.price).length;
  const own = order.outcome === 0 ? 0 : 1;
  const ownPlace = { side: bookSideOf(order.side, own), price: bookPriceOf(price(order.price_ticks), own) };
  // Step of the order itself, or of a maker that it matched.
  const place = due.news === 'placed' && framed.rest === null ? prices[0] : ownPlace;
  const step =
    place === undefined
      ? null
      : await selectFirstStepAt(
          database,
          { market: order.market, side: place.side, priceTicks: place.price },
          sequence,
        );
  const after = await bookAt(database, order.market, sequence, limits);
  if (after === null) bounds.add(`books of more than ${limits.bookPricesMax} prices on a side have no hash`);
  const bid = await bestAt(database, order.market, 0, sequence - 1, limits);
  const ask = await bestAt(database, order.market, 1, sequence - 1, limits);
  return {
    ...due,
    version: step?.version ?? null,
    bookHash: after === null || step === null ? null : await hashOf(database, framed, after, due, step.version),
    bestChanged:
      after !== null &&
      (bid.best !== (after.bids[0]?.priceTicks ?? null) || ask.best !== (after.asks[0]?.priceTicks ?? null)),
    trade: fill === null ? null : { prices: messages, hash: fill.hash, statuses: TRADE_STATUSES[framed.profile] },
  };
}

interface BookThen {
  /** Best levels first, as in a book. */
  readonly bids: readonly LevelRow[];
  readonly asks: readonly LevelRow[];
}

/** Book after an entry; null if it had too many prices to read. */
async function bookAt(database: ReadStore, market: number, sequence: number, { bookPricesMax }: ExplanationLimits) {
  const side = async (of: BookSide) => {
    const span = { market, side: of, above: 0, below: PRICE_ONE + 1, descending: of === 0 };
    return selectLevels(database, span, sequence, bookPricesMax);
  };
  const [bids, asks] = [await side(0), await side(1)];
  return bids.isBounded || asks.isBounded ? null : { bids: bids.levels, asks: asks.levels };
}

async function hashOf(
  database: ReadStore,
  { order, market }: FramedOrder,
  { bids, asks }: BookThen,
  { sequence, timeMs }: Pick<Due, 'sequence' | 'timeMs'>,
  version: number,
): Promise<string | null> {
  const terms = await selectTermsAt(database, order.market, sequence);
  if (terms === null) return null;
  const last = await selectLastLeg(database, order.market, sequence);
  const lastTrade =
    last === null
      ? null
      : { price: bookPriceOf(price(last.price_micros / MICROS_PER_TICK), last.outcome === 0 ? 0 : 1) };
  const book = {
    conditionId: market.condition_id as ConditionId,
    tokenIds: [market.token_0 as TokenId, market.token_1 as TokenId],
    bookChangedMs: timeMs,
    bookVersion: version,
    minimumSize: micros(terms.minimum_size_micros),
    tick: terms.tick,
    negRisk: market.neg_risk === 1,
    lastTrade,
    book: {
      levels: (side: BookSide) =>
        (side === 0 ? bids : asks).map(({ priceTicks, micros: size }) => ({
          price: priceTicks as Price,
          size: micros(size),
        })),
    },
  } as const;
  return writeBook(book, order.outcome === 0 ? 0 : 1).hash;
}
