/** Converts catalog definitions and changes in journaled events to rows and columns. Pure functions. */
import type {
  AddedMarket,
  CatalogEventAdded,
  CatalogEventText,
  CatalogEventUpdated,
  HouseOpened,
  MarketText,
  MarketUpdated,
  SeriesAdded,
  TagAdded,
} from '@bellwether/engine';
import { type Camel, camelOf, type Flag, type RowOf, type Columns as TableColumns } from '../../table.ts';
import {
  CATALOG_TABLES,
  type EventRow,
  type KeptHouseMaker,
  type MarketRow,
  NO_END_DATE,
  type SeriesRow,
  type TagRow,
} from '../tables.ts';

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

/** Columns of the row that the source has under their names in camel case, a flag as a boolean. */
type Same<Row, Source> = {
  [Column in keyof Row as Camel<Column> extends keyof Source
    ? Source[Camel<Column>] extends Row[Column] | boolean | undefined
      ? Column
      : never
    : never]: Row[Column];
};

const CAMEL = new Map(
  Object.values(CATALOG_TABLES).flatMap((columns) => Object.keys(columns).map((column) => [column, camelOf(column)])),
);

function sameColumns<Of extends TableColumns, Source extends object>(columns: Of, source: Source) {
  const row: Record<string, unknown> = {};
  for (const column of Object.keys(columns)) {
    const value = (source as Readonly<Record<string, unknown>>)[CAMEL.get(column) ?? column];
    row[column] = typeof value === 'boolean' ? flag(value) : value;
  }
  return row as Same<RowOf<Of>, Source>;
}

export const tagRow = ({ tag }: TagAdded): TagRow => sameColumns(CATALOG_TABLES.tags, tag);

export const seriesRow = ({ series }: SeriesAdded): SeriesRow => sameColumns(CATALOG_TABLES.series, series);

export function eventRow({ event }: CatalogEventAdded): EventRow {
  const { startDate, endDate } = shownDates(event);
  return {
    ...sameColumns(CATALOG_TABLES.events, event),
    start_date: startDate,
    end_date: endDate,
    everywhere: flag(event.sites.length === 0),
    metadata: JSON.stringify(event.metadata),
    house_maker: '',
  };
}

/** Terms of an event's house maker as its row keeps them. */
export function houseMakerText({ subsidy, spread, curves }: HouseOpened, wallet: string): string {
  const probabilities = curves.flatMap((curve) => curve.probabilities);
  return JSON.stringify({ subsidy, spread, probabilities, wallet } satisfies KeptHouseMaker);
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
    ...sameColumns(CATALOG_TABLES.markets, definition),
    market,
    event: catalogEvent,
    everywhere,
    outcome_0: definition.outcomes[0],
    outcome_1: definition.outcomes[1],
    token_0: definition.tokenIds[0],
    token_1: definition.tokenIds[1],
    start_date: startDate,
    end_date: endDate,
    start_us: isoMicroseconds(startDate),
    end_us: isoMicroseconds(endDate),
    created_us: isoMicroseconds(definition.createdAt),
    updated_us: isoMicroseconds(definition.updatedAt),
    close_ms: closeTimeMs,
    open_ms: definition.payouts === null ? ahead(definition.openTimeMs ?? null, timeMs) : null,
    trading_ended: flag(closeTimeMs !== null && closeTimeMs <= timeMs),
    minimum_size_micros: definition.minimumSize,
    rewards_rates: JSON.stringify(
      (definition.rewardsRates ?? []).map(({ assetAddress, dailyRate }) => ({
        asset_address: assetAddress,
        rewards_daily_rate: dailyRate,
      })),
    ),
    payout_0: definition.payouts === null ? null : definition.payouts[0],
    refunded: 0,
    resolved_ms: null,
    recorded_half_ticks: definition.recordedPriceHalfTicks ?? null,
    settled: flag(definition.payouts !== null),
    proposal: '',
    resolution_statuses: definition.payouts === null ? '[]' : '["resolved"]',
    reversal: '',
  };
}

/** An opening time that has not come; null otherwise. */
const ahead = (openTimeMs: number | null, timeMs: number): number | null =>
  openTimeMs !== null && openTimeMs > timeMs ? openTimeMs : null;

type Columns<Row> = Partial<{ -readonly [Column in keyof Row]: Row[Column] }>;

/** Copies the defined values. */
function assignGiven<Row>(target: Columns<Row>, values: { readonly [Column in keyof Row]?: Row[Column] | undefined }) {
  for (const [column, value] of Object.entries(values)) {
    if (value !== undefined) Object.assign(target, { [column]: value });
  }
  return target;
}

/** Columns changed by an update of an event at `now` (ISO 8601). */
export function eventColumns(changes: CatalogEventUpdated['changes'], now: string): Columns<EventRow> {
  const { startDate, endDate } = changedDates(changes, now);
  const same = sameColumns(CATALOG_TABLES.events, changes);
  return assignGiven<EventRow>({ updated_at: now }, { ...same, start_date: startDate, end_date: endDate });
}

export function marketColumns(changes: MarketUpdated['changes'], timeMs: number): Columns<MarketRow> {
  const now = new Date(timeMs).toISOString();
  const { startDate, endDate } = changedDates(changes, now);
  const { closeTimeMs, openTimeMs } = changes;
  // A later or removed closing time resumes trading; one in the past ends it when the timer fires.
  const tradesAgain = closeTimeMs === null || (closeTimeMs !== undefined && closeTimeMs > timeMs);
  return assignGiven<MarketRow>(changedAt(now), {
    ...sameColumns(CATALOG_TABLES.markets, changes),
    close_ms: closeTimeMs,
    open_ms: openTimeMs === undefined ? undefined : ahead(openTimeMs, timeMs),
    trading_ended: tradesAgain ? 0 : undefined,
    start_date: startDate,
    start_us: startDate === undefined ? undefined : isoMicroseconds(startDate),
    end_date: endDate,
    end_us: endDate === undefined ? undefined : isoMicroseconds(endDate),
    minimum_size_micros: changes.minimumSize,
  });
}

/** Columns with the time of a market's last change. */
export function changedAt(now: string): Columns<MarketRow> {
  return { updated_at: now, updated_us: isoMicroseconds(now) };
}
