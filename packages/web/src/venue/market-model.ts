/** A market as the page thinks of it, made from what the venue answers. Pure. */
import type { Event, EventMarket, MarketDetail } from '@bellwether/contract';
import { endOf } from '../format/time.ts';

export interface Outcome {
  readonly index: 0 | 1;
  readonly label: string;
  readonly tokenId: string;
  /** Displayed price as read, a decimal of 0..1; the payout once resolved; null while unknown. The feed has newer ones. */
  readonly price: string | null;
  readonly isWinner: boolean;
}

/**
 * `open`: orders are taken. `paused`: the operator takes none for now. `closed`: it awaits its result. `resolving`: the
 * result is being paid out. `resolved`: it is over.
 */
export type MarketStatus = 'open' | 'paused' | 'closed' | 'resolving' | 'resolved';

export interface Market {
  /** Catalog id. */
  readonly id: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  readonly description: string;
  readonly image: string;
  /** Empty when there is none. */
  readonly endDate: string;
  /** When the exchange ends trading; empty: with the result. */
  readonly closeTime: string;
  readonly status: MarketStatus;
  /** Closed by its operator or resolved: its book is no price any more. */
  readonly hasEnded: boolean;
  readonly outcomes: readonly [Outcome, Outcome];
  /** Smallest step of a price, a decimal. */
  readonly tick: string;
  /** Smallest resting order, in shares. */
  readonly minimumSize: string;
  /** Taker fee rate in ten-thousandths. */
  readonly feeBps: number;
  readonly negRisk: boolean;
  readonly eventSlug: string;
  readonly eventTitle: string;
}

export function marketOf(detail: MarketDetail): Market {
  const outcome = (index: 0 | 1): Outcome => {
    const token = detail.tokens[index];
    return {
      index,
      label: token?.outcome ?? (index === 0 ? 'Yes' : 'No'),
      tokenId: token?.token_id ?? '',
      price: token?.price_known === true ? String(token.price) : null,
      isWinner: token?.winner ?? false,
    };
  };
  return {
    id: String(detail.market_id),
    conditionId: detail.condition_id,
    slug: detail.slug,
    question: detail.question,
    description: detail.description,
    image: detail.image || detail.icon,
    endDate: endOf(detail.end_date_iso),
    closeTime: detail.close_time,
    status: statusOf(detail),
    hasEnded: detail.closed || detail.archived,
    outcomes: [outcome(0), outcome(1)],
    tick: String(detail.minimum_tick_size),
    minimumSize: String(detail.minimum_order_size),
    feeBps: detail.taker_base_fee,
    negRisk: detail.neg_risk,
    eventSlug: detail.event.slug,
    eventTitle: detail.event.title,
  };
}

/** The same market when its closing time has come by the reader's clock, before the venue has told. */
export function afterClose(market: Market): Market {
  return takesTrades(market) ? { ...market, status: 'closed' } : market;
}

/** Neither over nor waiting for its result. */
export function takesTrades({ status }: Pick<Market, 'status'>): boolean {
  return status === 'open' || status === 'paused';
}

function statusOf({ status, accepting_orders }: MarketDetail): MarketStatus {
  if (status !== 'open') return status;
  return accepting_orders ? 'open' : 'paused';
}

/** A market's place in the lists of its event. */
export interface EventRow {
  readonly conditionId: string;
  readonly slug: string;
  /** Short name within the event, or the question. */
  readonly label: string;
  readonly image: string;
  readonly outcomeLabels: readonly [string, string];
  readonly tokenIds: readonly [string, string];
  /** Displayed prices as read; null while they are unknown. */
  readonly prices: readonly [string | null, string | null];
  /** Best prices of the first outcome as read; null where no one bids or offers. */
  readonly bid: string | null;
  readonly ask: string | null;
  readonly volume: number;
  readonly volume24h: number;
  readonly closed: boolean;
  /** The result is in and the prices are what it pays. */
  readonly isResolved: boolean;
  readonly acceptingOrders: boolean;
  /** Empty when there is none. */
  readonly endDate: string;
  /** When the exchange ends trading; empty: with the result. */
  readonly closeTime: string;
}

export function eventRow(market: EventMarket): EventRow {
  const [first = null, second = null] = market.priceKnown ? readTexts(market.outcomePrices) : [];
  const [yes = 'Yes', no = 'No'] = market.outcomeLabels;
  const [yesToken = '', noToken = ''] = market.tokenIds;
  return {
    conditionId: market.conditionId,
    slug: market.slug,
    label: market.groupItemTitle || market.question,
    image: market.image || market.icon,
    outcomeLabels: [yes, no],
    tokenIds: [yesToken, noToken],
    prices: [first, second],
    bid: market.bestBid > 0 ? String(market.bestBid) : null,
    ask: market.bestAsk < 1 ? String(market.bestAsk) : null,
    volume: market.volumeNum,
    volume24h: market.volume24hr,
    closed: market.closed,
    isResolved: market.resolved,
    acceptingOrders: market.acceptingOrders,
    endDate: endOf(market.endDate),
    closeTime: market.closeTime,
  };
}

/** Likeliest first; those whose price is unknown come last. */
export function byChance({ prices: [left] }: EventRow, { prices: [right] }: EventRow): number {
  return Number(right ?? -1) - Number(left ?? -1);
}

/** Rows of an event, likeliest first; in the order of the catalog where an order is meant, as with dates and thresholds. */
export function eventRows({ markets, negRisk }: Pick<Event, 'markets' | 'negRisk'>): readonly EventRow[] {
  const rows = markets.filter(({ archived, active }) => active && !archived).map(eventRow);
  return negRisk ? [...rows].sort(byChance) : rows;
}

/** The likeliest rows that are not over, at most `count`, in the order they have; of an event that is over the likeliest of all. */
export function leadingRows(rows: readonly EventRow[], count: number): readonly EventRow[] {
  const open = rows.filter(({ closed }) => !closed);
  const candidates = open.length > 0 ? open : rows;
  const leading = new Set([...candidates].sort(byChance).slice(0, count));
  return candidates.filter((row) => leading.has(row));
}

/** How a market that is closed stands: `Resolved: Yes`, or `Closed` while nothing, or no single outcome, is known to pay. */
export function closedWords({ isResolved, prices: [first, second], outcomeLabels }: EventRow): string {
  if (isResolved && first === '1') return `Resolved: ${outcomeLabels[0]}`;
  if (isResolved && second === '1') return `Resolved: ${outcomeLabels[1]}`;
  return isResolved ? 'Resolved' : 'Closed';
}

/** A JSON array of texts in a string, as the catalog writes it; empty for anything else. */
function readTexts(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}
