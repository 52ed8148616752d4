/** Converts catalog definitions and changes in journaled events to rows and columns. Pure functions. */
import type {
  AddedMarket,
  CatalogEventAdded,
  CatalogEventText,
  CatalogEventUpdated,
  MarketText,
  MarketUpdated,
  SeriesAdded,
  TagAdded,
} from '@bellwether/engine';
import type { Flag } from '../../table.ts';
import { type EventRow, type MarketRow, NO_END_DATE, type SeriesRow, type TagRow } from '../tables.ts';

export const flag = (value: boolean): Flag => (value ? 1 : 0);

/** Unix microseconds of an ISO 8601 date in UTC, exact to the microsecond; 0 for ''. */
export function isoMicroseconds(iso: string): number {
  if (iso === '') return 0;
  const fraction = /\.([0-9]+)Z$/.exec(iso)?.[1] ?? '';
  const wholeMs = Date.parse(fraction === '' ? iso : iso.replace(`.${fraction}Z`, 'Z'));
  return Number.isNaN(wholeMs) ? 0 : wholeMs * 1_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

type Dates = Pick<CatalogEventText & MarketText, 'startDate' | 'endDate'>;

/**
 * Dates that the catalog shows of an item created at `createdAt`. Without a start it begins then, or at its end if that
 * is earlier. Only rows have these defaults: journals keep '' for a date that was never given.
 */
export function shownDates({ startDate, endDate, createdAt }: Dates & { readonly createdAt: string }): Dates {
  const endsBefore = endDate !== '' && Date.parse(endDate) < Date.parse(createdAt);
  return { startDate: startDate || (endsBefore ? endDate : createdAt), endDate: endDate || NO_END_DATE };
}

/** The same for a change at `now`; dates that it does not change stay undefined. */
export function changedDates(
  { startDate, endDate }: Partial<Dates>,
  now: string,
): { readonly startDate: string | undefined; readonly endDate: string | undefined } {
  return { startDate: startDate === '' ? now : startDate, endDate: endDate === '' ? NO_END_DATE : endDate };
}

export function tagRow({ tag }: TagAdded): TagRow {
  return {
    id: tag.id,
    label: tag.label,
    slug: tag.slug,
    created_at: tag.createdAt,
    updated_at: tag.updatedAt,
    requires_translation: flag(tag.requiresTranslation),
  };
}

export function seriesRow({ series }: SeriesAdded): SeriesRow {
  return {
    id: series.id,
    ticker: series.ticker,
    slug: series.slug,
    title: series.title,
    series_type: series.seriesType,
    recurrence: series.recurrence,
    image: series.image,
    icon: series.icon,
    active: flag(series.active),
    closed: flag(series.closed),
    archived: flag(series.archived),
    created_at: series.createdAt,
    updated_at: series.updatedAt,
  };
}

export function eventRow({ event }: CatalogEventAdded): EventRow {
  const { startDate, endDate } = shownDates(event);
  return {
    id: event.id,
    slug: event.slug,
    ticker: event.ticker,
    title: event.title,
    description: event.description,
    resolution_source: event.resolutionSource,
    image: event.image,
    icon: event.icon,
    start_date: startDate,
    creation_date: event.creationDate,
    end_date: endDate,
    created_at: event.createdAt,
    updated_at: event.updatedAt,
    active: flag(event.active),
    closed: flag(event.closed),
    archived: flag(event.archived),
    neg_risk: flag(event.negRisk),
    neg_risk_market_id: event.negRiskMarketId,
    creator: event.creator,
    everywhere: flag(event.sites.length === 0),
    metadata: JSON.stringify(event.metadata),
  };
}

/** `timeMs`: time of addition; a closing time before it means that trading has already ended. */
export function marketRow(
  { market, definition, catalogEvent }: AddedMarket,
  everywhere: Flag,
  timeMs: number,
): MarketRow {
  const { closeTimeMs = null } = definition;
  const { startDate, endDate } = shownDates(definition);
  return {
    market,
    id: definition.id,
    condition_id: definition.conditionId,
    slug: definition.slug,
    event: catalogEvent,
    everywhere,
    question: definition.question,
    question_id: definition.questionId,
    description: definition.description,
    resolution_source: definition.resolutionSource,
    image: definition.image,
    icon: definition.icon,
    group_item_title: definition.groupItemTitle,
    outcome_0: definition.outcomes[0],
    outcome_1: definition.outcomes[1],
    token_0: definition.tokenIds[0],
    token_1: definition.tokenIds[1],
    start_date: startDate,
    end_date: endDate,
    game_start_time: definition.gameStartTime,
    created_at: definition.createdAt,
    updated_at: definition.updatedAt,
    start_us: isoMicroseconds(startDate),
    end_us: isoMicroseconds(endDate),
    created_us: isoMicroseconds(definition.createdAt),
    updated_us: isoMicroseconds(definition.updatedAt),
    active: flag(definition.active),
    closed: flag(definition.closed),
    archived: flag(definition.archived),
    accepting_orders: flag(definition.acceptingOrders),
    close_ms: closeTimeMs,
    trading_ended: flag(closeTimeMs !== null && closeTimeMs <= timeMs),
    tick: definition.tick,
    minimum_size_micros: definition.minimumSize,
    taker_fee_rate: definition.takerFeeRate,
    maker_fee_rate: definition.makerFeeRate,
    neg_risk: flag(definition.negRisk),
    neg_risk_market_id: definition.negRiskMarketId,
    neg_risk_request_id: definition.negRiskRequestId,
    fpmm: definition.fpmm,
    notifications_enabled: flag(definition.notificationsEnabled),
    enable_order_book: flag(definition.enableOrderBook),
    accepting_order_timestamp: definition.acceptingOrderTimestamp,
    seconds_delay: definition.secondsDelay,
    rewards_min_size: definition.rewardsMinSize,
    rewards_max_spread: definition.rewardsMaxSpread,
    rewards_rates: JSON.stringify(
      (definition.rewardsRates ?? []).map(({ assetAddress, dailyRate }) => ({
        asset_address: assetAddress,
        rewards_daily_rate: dailyRate,
      })),
    ),
    is_50_50_outcome: flag(definition.is5050Outcome),
    payout_0: definition.payouts === null ? null : definition.payouts[0],
    resolved_ms: null,
    recorded_half_ticks: definition.recordedPriceHalfTicks ?? null,
    settled: flag(definition.payouts !== null),
  };
}

type Columns<Row> = Partial<{ -readonly [Column in keyof Row]: Row[Column] }>;

/** Copies the defined values. */
function assignGiven<Row>(
  target: Columns<Row>,
  values: { readonly [Column in keyof Row]?: Row[Column] | undefined },
): Columns<Row> {
  for (const [column, value] of Object.entries(values)) {
    if (value !== undefined) Object.assign(target, { [column]: value });
  }
  return target;
}

const givenFlag = (value: boolean | undefined): Flag | undefined => (value === undefined ? undefined : flag(value));

/** Columns changed by an update of an event at `now` (ISO 8601). */
export function eventColumns(changes: CatalogEventUpdated['changes'], now: string): Columns<EventRow> {
  const { startDate, endDate } = changedDates(changes, now);
  return assignGiven<EventRow>(
    { updated_at: now },
    {
      ticker: changes.ticker,
      title: changes.title,
      description: changes.description,
      resolution_source: changes.resolutionSource,
      image: changes.image,
      icon: changes.icon,
      start_date: startDate,
      end_date: endDate,
      active: givenFlag(changes.active),
      closed: givenFlag(changes.closed),
      archived: givenFlag(changes.archived),
    },
  );
}

export function marketColumns(changes: MarketUpdated['changes'], timeMs: number): Columns<MarketRow> {
  const now = new Date(timeMs).toISOString();
  const { startDate, endDate } = changedDates(changes, now);
  const { closeTimeMs } = changes;
  // A later or removed closing time resumes trading; one in the past ends it when the timer fires.
  const tradesAgain = closeTimeMs === null || (closeTimeMs !== undefined && closeTimeMs > timeMs);
  return assignGiven<MarketRow>(changedAt(now), {
    close_ms: closeTimeMs,
    trading_ended: tradesAgain ? 0 : undefined,
    question: changes.question,
    description: changes.description,
    resolution_source: changes.resolutionSource,
    image: changes.image,
    icon: changes.icon,
    group_item_title: changes.groupItemTitle,
    start_date: startDate,
    start_us: startDate === undefined ? undefined : isoMicroseconds(startDate),
    end_date: endDate,
    end_us: endDate === undefined ? undefined : isoMicroseconds(endDate),
    game_start_time: changes.gameStartTime,
    tick: changes.tick,
    minimum_size_micros: changes.minimumSize,
    taker_fee_rate: changes.takerFeeRate,
    maker_fee_rate: changes.makerFeeRate,
    active: givenFlag(changes.active),
    closed: givenFlag(changes.closed),
    archived: givenFlag(changes.archived),
    accepting_orders: givenFlag(changes.acceptingOrders),
  });
}

/** Columns with the time of a market's last change. */
export function changedAt(now: string): Columns<MarketRow> {
  return { updated_at: now, updated_us: isoMicroseconds(now) };
}
