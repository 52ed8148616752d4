/**
 * Rows to wire format for the catalog: markets, in catalog form and in trading terms, events, series and tags, with the
 * fields of the interface and additional ones.
 */
import type {
  CatalogMarket,
  Event,
  EventMarket,
  MarketDetail,
  MarketListingItem,
  MarketToken,
  Series,
  Tag,
} from '@bellwether/contract';
import { marketVersion } from '@bellwether/contract';
import { PRICE_ONE } from '@bellwether/engine';
import { amountText, ticksNumber, unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownBy } from '../../table.ts';
import type { EventView } from '../query/catalog-events.ts';
import type { MarketView } from '../query/catalog-market-views.ts';
import type { ResultLineRow } from '../query/resolutions.ts';
import { CATALOG_TABLES, type KeptHouseMaker, type SeriesRow, type TagRow } from '../tables.ts';
import { feeSchedule, shownPriceNumbers, shownPriceTexts } from './catalog-prices.ts';
import { resolutionStatus, resultFields, resultLine } from './results.ts';

/** Length of the date part of an ISO 8601 time. */
const DAY_LENGTH = 10;
/** Length of such a time to its seconds. */
const SECONDS_LENGTH = 19;

/** Columns that answers show under other names, or as something else. */
const { neg_risk_market_id, everywhere, metadata, house_maker, ...EVENT } = CATALOG_TABLES.events;
const shownEvent = shownBy(EVENT);
const shownTag = shownBy(CATALOG_TABLES.tags);
const shownSeries = shownBy(CATALOG_TABLES.series);

const versionOf = (view: MarketView) => marketVersion(view.condition_id, view.token_0);

function eventMarketBody(view: MarketView): EventMarket {
  const { prices, isKnown } = shownPriceTexts(view);
  const version = versionOf(view);
  const closedMs = closedMsOf(view);
  return {
    id: String(view.id),
    question: view.question,
    conditionId: view.condition_id,
    slug: view.slug,
    resolutionSource: view.resolution_source,
    endDate: view.end_date,
    startDate: view.start_date,
    image: view.image,
    icon: view.icon,
    description: view.description,
    outcomes: JSON.stringify([view.outcome_0, view.outcome_1]),
    clobTokenIds: JSON.stringify([view.token_0, view.token_1]),
    active: view.active === 1,
    closed: view.closed === 1,
    archived: view.archived === 1,
    createdAt: view.created_at,
    updatedAt: view.updated_at,
    questionID: view.question_id,
    outcomePrices: JSON.stringify(prices),
    priceKnown: isKnown,
    resolved: view.payout_0 !== null,
    outcomeLabels: [view.outcome_0, view.outcome_1],
    tokenIds: [view.token_0, view.token_1],
    version,
    ...(version === 'v2' && { positionIds: [view.token_0, view.token_1] }),
    bestBid: ticksNumber(view.best_bid_ticks),
    bestAsk: view.best_ask_ticks === 0 ? 1 : ticksNumber(view.best_ask_ticks),
    lastTradePrice: ticksNumber(view.last_price_ticks ?? 0),
    spread: ticksNumber((view.best_ask_ticks === 0 ? PRICE_ONE : view.best_ask_ticks) - view.best_bid_ticks),
    volume: amountText(view.volume_micros),
    liquidity: amountText(view.liquidity_micros),
    volumeNum: unitsNumber(view.volume_micros),
    volume24hr: unitsNumber(view.volume_24hr_micros),
    liquidityNum: unitsNumber(view.liquidity_micros),
    acceptingOrders: takesOrders(view),
    enableOrderBook: view.enable_order_book === 1,
    orderPriceMinTickSize: ticksNumber(view.tick),
    orderMinSize: unitsNumber(view.minimum_size_micros),
    takerBaseFee: view.taker_fee_rate,
    feesEnabled: view.taker_fee_rate > 0,
    feeSchedule: feeSchedule(view.taker_fee_rate),
    takerOrderDelayMs: 0,
    makerBaseFee: view.maker_fee_rate,
    negRisk: view.neg_risk === 1,
    negRiskMarketID: view.neg_risk_market_id,
    negRiskRequestID: view.neg_risk_request_id,
    marketMakerAddress: view.fpmm,
    groupItemTitle: view.group_item_title,
    gameStartTime: view.game_start_time,
    closeTime: closeTimeText(view.close_ms),
    openTime: closeTimeText(view.open_ms),
    startDateIso: view.start_date.slice(0, DAY_LENGTH),
    endDateIso: view.end_date.slice(0, DAY_LENGTH),
    ...resolutionStatus(view),
    umaResolutionStatuses: view.resolution_statuses,
    ...resultFields(view),
    ...(view.resolved_ms !== null && { umaEndDate: new Date(view.resolved_ms).toISOString() }),
    ...(closedMs !== null && { closedTime: `${secondsText(closedMs).replace('T', ' ')}+00` }),
  };
}

export function catalogMarketBody(view: MarketView): CatalogMarket {
  const { event, event_ticker, event_slug, event_title } = view;
  const events =
    event === null
      ? []
      : [{ id: String(event), ticker: event_ticker ?? '', slug: event_slug ?? '', title: event_title ?? '' }];
  return { ...eventMarketBody(view), events };
}

export const tagBody = (row: TagRow): Tag => ({ ...shownTag(row), id: String(row.id) });

export const seriesBody = (row: SeriesRow): Series => ({ ...shownSeries(row), id: String(row.id) });

/** An event in lists, and most of `GET /events/{id}`. */
export function eventBody({ event, tags, series, markets, sites, clarifications }: EventView): Event {
  const ends = markets.map(closedMsOf).filter((ms) => ms !== null);
  const sum = (figure: (market: MarketView) => number) =>
    unitsNumber(markets.reduce((total, market) => total + figure(market), 0));
  return {
    ...shownEvent(event),
    id: String(event.id),
    tags: tags.map(tagBody),
    markets: markets.map(eventMarketBody),
    series: series.map(seriesBody),
    version: markets.length > 0 && markets.every((market) => versionOf(market) === 'v2') ? 'v2' : 'v1',
    eventMetadata: JSON.parse(event.metadata) as Record<string, unknown>,
    negRiskMarketID: event.neg_risk_market_id,
    volume: sum((market) => market.volume_micros),
    volume24hr: sum((market) => market.volume_24hr_micros),
    liquidity: sum((market) => market.liquidity_micros),
    ...(event.closed === 1 && ends.length > 0 && { closedTime: `${secondsText(Math.max(...ends))}Z` }),
    sites: [...sites],
    clarifications: clarifications.map(({ number, text, created_ms }) => {
      return { number, text, createdAt: new Date(created_ms).toISOString() };
    }),
  };
}

/** The same with what lists leave out. */
export function eventDetailBody(view: EventView): Event {
  const body = eventBody(view);
  if (view.event.house_maker === '') return body;
  const { subsidy, spread, probabilities, wallet } = JSON.parse(view.event.house_maker) as KeptHouseMaker;
  const amounts = { subsidy: unitsNumber(subsidy), spread: ticksNumber(spread) };
  return { ...body, houseMaker: { ...amounts, probabilities: probabilities.map(unitsNumber), wallet } };
}

/** An item of `GET /markets`, cursor form. */
export function listingItemBody(view: MarketView, tags: string[]): MarketListingItem {
  const { prices, isKnown } = shownPriceNumbers(view);
  const token = (outcome: 0 | 1): MarketToken => ({
    token_id: outcome === 0 ? view.token_0 : view.token_1,
    outcome: outcome === 0 ? view.outcome_0 : view.outcome_1,
    price: prices[outcome],
    winner: view.payout_0 === (outcome === 0 ? PRICE_ONE : 0),
    price_known: isKnown,
  });
  return {
    enable_order_book: view.enable_order_book === 1,
    active: view.active === 1,
    closed: view.closed === 1,
    archived: view.archived === 1,
    accepting_orders: takesOrders(view),
    accepting_order_timestamp: view.accepting_order_timestamp,
    minimum_order_size: unitsNumber(view.minimum_size_micros),
    minimum_tick_size: ticksNumber(view.tick),
    condition_id: view.condition_id,
    question_id: view.question_id,
    question: view.question,
    description: view.description,
    market_slug: view.slug,
    end_date_iso: view.end_date,
    game_start_time: view.game_start_time,
    close_time: closeTimeText(view.close_ms),
    open_time: closeTimeText(view.open_ms),
    seconds_delay: view.seconds_delay,
    fpmm: view.fpmm,
    maker_base_fee: view.maker_fee_rate,
    taker_base_fee: view.taker_fee_rate,
    notifications_enabled: view.notifications_enabled === 1,
    neg_risk: view.neg_risk === 1,
    neg_risk_market_id: view.neg_risk_market_id,
    neg_risk_request_id: view.neg_risk_request_id,
    icon: view.icon,
    image: view.image,
    rewards: {
      rates: JSON.parse(view.rewards_rates) as MarketListingItem['rewards']['rates'],
      min_size: view.rewards_min_size,
      max_spread: view.rewards_max_spread,
    },
    is_50_50_outcome: paysHalfEach(view),
    tokens: [token(0), token(1)],
    tags,
  };
}

/** Answer of `GET /markets/{condition_id}`. */
export function marketDetailBody(view: MarketView, tags: string[], lines: readonly ResultLineRow[] = []): MarketDetail {
  return {
    ...listingItemBody(view, tags),
    status: statusOf(view),
    ...resultFields(view),
    result_lines: lines.map(resultLine),
    slug: view.slug,
    market_id: view.id,
    assets_ids: [view.token_0, view.token_1],
    outcomes: [view.outcome_0, view.outcome_1],
    event: {
      id: view.event === null ? '' : String(view.event),
      slug: view.event_slug ?? '',
      title: view.event_title ?? '',
      ticker: view.event_ticker ?? '',
      description: view.event_description ?? '',
    },
    raw_metadata: {},
    itode: false,
    screening_check_enabled: false,
    taker_order_delay_ms: 0,
    order_age_seconds: 0,
  };
}

function statusOf(view: MarketView): MarketDetail['status'] {
  if (view.payout_0 !== null) return view.settled === 1 ? 'resolved' : 'resolving';
  const isOver = view.closed === 1 || view.archived === 1 || view.trading_ended === 1 || view.proposal !== '';
  return isOver ? 'closed' : 'open';
}

/**
 * True if the exchange takes orders now: never for a market that is inactive, closed, archived, before its opening time
 * or past its closing time, or while its result is proposed, whatever its own flag says.
 */
export function takesOrders(view: MarketView): boolean {
  if (view.trading_ended === 1 || view.open_ms !== null || view.proposal !== '') return false;
  return view.accepting_orders === 1 && view.active === 1 && view.closed === 0 && view.archived === 0;
}

/** Time at which a closed market ended, by its result or its closing time; null if it is not known. */
function closedMsOf({ closed, resolved_ms, close_ms, trading_ended }: MarketView): number | null {
  return closed === 1 ? (resolved_ms ?? (trading_ended === 1 ? close_ms : null)) : null;
}

/** Time in UTC to the second, without its zone. */
const secondsText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, SECONDS_LENGTH);

/** Closing or opening time in ISO 8601; '' if trading ends only with the result, or has opened. */
export function closeTimeText(closeTimeMs: number | null): string {
  return closeTimeMs === null ? '' : new Date(closeTimeMs).toISOString().replace('.000Z', 'Z');
}

/** True if both outcomes pay one half, as recorded or by resolution. */
function paysHalfEach(view: MarketView): boolean {
  if (view.payout_0 === null) return view.is_50_50_outcome === 1;
  return view.payout_0 * 2 === PRICE_ONE && view.refunded === 0;
}
