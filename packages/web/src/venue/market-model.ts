/** The page's model of a market, converted from the venue's answers. Pure. */
import type { Event, EventMarket, MarketDetail, ProposedResult, ReversedResult } from '@bellwether/contract';
import { endOf, formatDate } from '../format/time.ts';
import { proposedTitle } from './result-words.ts';

export interface Outcome {
  readonly index: 0 | 1;
  readonly label: string;
  readonly tokenId: string;
  /** Displayed price when loaded, 0..1; the payout once resolved; null while unknown. The feed is newer. */
  readonly price: string | null;
  readonly isWinner: boolean;
}

/**
 * `open`: accepts orders. `unopened`: its opening time has not come. `paused`: the operator has paused trading. `closed`:
 * awaits its result. `proposed`: its result can be disputed. `resolving`: the result is being paid out. `resolved`:
 * finished, unless its result is reversed.
 */
export type MarketStatus = 'open' | 'unopened' | 'paused' | 'closed' | 'proposed' | 'resolving' | 'resolved';

/** The times of a market and the life of its result. */
interface MarketLife {
  /** Empty if there is none. */
  readonly endDate: string;
  /** When the exchange ends trading; empty if trading ends with the result. */
  readonly closeTime: string;
  /** When the exchange opens trading; empty once it has. */
  readonly openTime: string;
  readonly proposal: ProposedResult | null;
  readonly reversal: ReversedResult | null;
  readonly isRefunded: boolean;
}

function resultOf({ proposal, reversal, refunded }: Pick<EventMarket, 'proposal' | 'reversal' | 'refunded'>) {
  return { proposal: proposal ?? null, reversal: reversal ?? null, isRefunded: refunded === true };
}

export interface Market extends MarketLife {
  readonly id: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  readonly description: string;
  readonly image: string;
  readonly status: MarketStatus;
  /** True if closed by the operator or resolved: its book no longer gives a price. */
  readonly hasEnded: boolean;
  readonly outcomes: readonly [Outcome, Outcome];
  /** Tick size, as a decimal. */
  readonly tick: string;
  /** Minimum size of a resting order, in shares. */
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
    endDate: endOf(detail.end_date_iso ?? ''),
    closeTime: detail.close_time ?? '',
    openTime: detail.open_time ?? '',
    status: statusOf(detail),
    hasEnded: detail.closed || detail.archived,
    outcomes: [outcome(0), outcome(1)],
    tick: String(detail.minimum_tick_size),
    minimumSize: String(detail.minimum_order_size),
    feeBps: detail.taker_base_fee,
    negRisk: detail.neg_risk,
    eventSlug: detail.event.slug,
    eventTitle: detail.event.title,
    ...resultOf(detail),
  };
}

/** Returns the market as closed, for when its closing time has passed but the venue has not announced it yet. */
export function afterClose(market: Market): Market {
  return takesTrades(market) ? { ...market, status: 'closed' } : market;
}

/** The labels of both outcomes. */
export const labelsOf = ({ outcomes: [first, second] }: Pick<Market, 'outcomes'>): readonly [string, string] => [
  first.label,
  second.label,
];

/** True if the market is neither finished nor awaiting its result. */
export function takesTrades({ status }: Pick<Market, 'status'>): boolean {
  return status === 'open' || status === 'unopened' || status === 'paused';
}

function statusOf({ status, accepting_orders, open_time, proposal }: MarketDetail): MarketStatus {
  if (proposal !== undefined && (status === 'open' || status === 'closed')) return 'proposed';
  if (status !== 'open') return status;
  if (open_time) return 'unopened';
  return accepting_orders ? 'open' : 'paused';
}

export interface EventRow extends MarketLife {
  readonly conditionId: string;
  readonly slug: string;
  /** Short name within the event, or else the question. */
  readonly label: string;
  readonly image: string;
  readonly outcomeLabels: readonly [string, string];
  readonly tokenIds: readonly [string, string];
  /** Displayed prices when loaded; null while they are unknown. */
  readonly prices: readonly [string | null, string | null];
  /** Best prices of the first outcome when loaded; null if there is no bid or ask. */
  readonly bid: string | null;
  readonly ask: string | null;
  readonly volume: number;
  readonly volume24h: number;
  readonly closed: boolean;
  /** True if the result is known; the prices are then its payouts. */
  readonly isResolved: boolean;
  readonly acceptingOrders: boolean;
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
    closeTime: market.closeTime ?? '',
    ...resultOf(market),
    openTime: market.openTime ?? '',
  };
}

/** Compares by chance, likeliest first; unknown prices come last. */
export function byChance({ prices: [left] }: EventRow, { prices: [right] }: EventRow): number {
  return Number(right ?? -1) - Number(left ?? -1);
}

/** Returns the rows of an event: likeliest first if one wins, else in catalog order, such as dates. */
export function eventRows({ markets, negRisk }: Pick<Event, 'markets' | 'negRisk'>): readonly EventRow[] {
  const rows = markets.filter(({ archived, active }) => active && !archived).map(eventRow);
  return negRisk ? [...rows].sort(byChance) : rows;
}

/** Returns the `count` likeliest open rows, in their given order. If all rows are closed, selects from those. */
export function leadingRows(rows: readonly EventRow[], count: number): readonly EventRow[] {
  const open = rows.filter(({ closed }) => !closed);
  const candidates = open.length > 0 ? open : rows;
  const leading = new Set([...candidates].sort(byChance).slice(0, count));
  return candidates.filter((row) => leading.has(row));
}

/** Why a row takes no orders, once its closing time has passed or before: `Resolved: Yes`; null if it takes some. */
export function stopWords(row: EventRow, hasEnded: boolean): string | null {
  if (row.closed) return closedWords(row);
  if (row.proposal !== null) return proposedTitle(row.proposal, row.outcomeLabels);
  if (hasEnded) return 'Trading ended';
  return row.openTime === '' ? null : `Opens ${formatDate(row.openTime)}`;
}

/** Status of a closed market: `Resolved: Yes`; `Resolved` without a single winner; `Closed` without a result. */
export function closedWords({ isResolved, isRefunded, prices: [first, second], outcomeLabels }: EventRow): string {
  if (isRefunded) return 'Refunded';
  if (isResolved && first === '1') return `Resolved: ${outcomeLabels[0]}`;
  if (isResolved && second === '1') return `Resolved: ${outcomeLabels[1]}`;
  return isResolved ? 'Resolved' : 'Closed';
}

/** Parses a JSON array of strings, the catalog's format; empty for anything else. */
function readTexts(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}
