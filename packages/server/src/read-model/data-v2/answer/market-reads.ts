/** Reads of the second data interface: markets, boards and the service itself. */
import {
  DATA_V2_OVERALL,
  type DataV2Builder,
  type DataV2BuilderBucket,
  type DataV2BuildersQuery,
  type DataV2BuilderVolumeQuery,
  type DataV2HolderGroup,
  type DataV2HoldersQuery,
  type DataV2Leader,
  type DataV2LeaderboardQuery,
  DataV2Leaders,
  type DataV2LiveVolume,
  type DataV2LiveVolumeQuery,
  type DataV2PricePoint,
  type DataV2Resolution,
  type DataV2Standing,
  type DataV2Status,
  type DataV2Win,
  type DataV2WinnersQuery,
  DATA_V2_MARKET_ROUTES as ROUTES,
} from '@bellwether/contract';
import type { PageParameters } from '../../../wire/data-v2/cursor.ts';
import type { ReadStore } from '../../database.ts';
import { microsRoundedUp } from '../../ledger/answer/trade-output.ts';
import { selectVolumes } from '../../ledger/query/data.ts';
import { selectMarketsOfEvent } from '../../ledger/query/ledger-context.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import type { HistoryToken } from '../../prices/answer/prices-history.ts';
import { type Read, serializerOf } from '../../read.ts';
import { leadersPage, standingOf, winsPage } from './boards.ts';
import { builderSeries, buildersPage } from './builders.ts';
import { holdersPage } from './holders.ts';
import { type Page, pageOf, pageSerializers } from './page.ts';
import type { PriceWindow } from './price-series.ts';
import { priceAsOf, priceSeriesOf } from './prices-history.ts';
import { type ResolutionsOf, resolutionsOf } from './resolutions.ts';
import { type StatusOf, serviceStatus } from './service-status.ts';

/** A checked query with its page in place of limit and cursor. */
type Paged<Query> = Omit<Query, 'limit' | 'cursor'> & { readonly page: PageParameters };
/** The same with the time of the request, Unix milliseconds. */
type Timed<Query> = Paged<Query> & { readonly nowMs: number };

interface Enveloped<Data> {
  readonly data: Data;
}

export const dataV2HoldersRead: Read<Paged<DataV2HoldersQuery>, Page<DataV2HolderGroup>> = {
  name: 'data-v2-holders',
  async run(database, { condition, min_balance, include_pnl: withPnl, page }) {
    const { limit, offset } = page;
    const minimumMicros = microsRoundedUp(min_balance);
    const { data, hasMore } = await holdersPage(database, {
      conditions: condition,
      minimumMicros,
      withPnl,
      limit,
      offset,
    });
    return { value: pageOf(page, data, hasMore ? [] : null, limit) };
  },
  ...pageSerializers(ROUTES.dataV2Holders.response[200]),
};

export const dataV2LiveVolumeRead: Read<DataV2LiveVolumeQuery, Enveloped<DataV2LiveVolume>> = {
  name: 'data-v2-live-volume',
  async run(database, { event_id }) {
    return { value: { data: await liveVolumeOf(database, event_id.map(Number)) } };
  },
  serialize: serializerOf(ROUTES.dataV2LiveVolume.response[200]),
};

/** Shares matched in the markets of events: distinct catalog ids. */
async function liveVolumeOf(database: ReadStore, events: readonly number[]): Promise<DataV2LiveVolume> {
  const markets: { market: number; condition_id: string }[] = [];
  for (const event of events) markets.push(...(await selectMarketsOfEvent(database, event)));
  const keys = markets.map(({ market }) => market);
  const volumes = await selectVolumes(database, keys, 'shares_micros');
  const rows = markets.map(({ market, condition_id }) => ({ condition_id, shares: volumes.get(market) ?? 0n }));
  const total = rows.reduce((sum, { shares }) => sum + shares, 0n);
  rows.sort((one, other) => (one.shares === other.shares ? 0 : one.shares < other.shares ? 1 : -1));
  return {
    taker_volume_total: sumNumber(String(total)),
    conditions: rows.map(({ condition_id, shares }) => ({ condition_id, taker_volume: sumNumber(String(shares)) })),
  };
}

/** A token and a window, or a moment; times in Unix seconds. */
export type PricesParameters = { readonly token: HistoryToken; readonly page: PageParameters } & (
  | { readonly window: PriceWindow }
  | { readonly asOfS: number; readonly nowS: number }
);

export const dataV2PricesHistoryRead: Read<PricesParameters, Page<DataV2PricePoint>> = {
  name: 'data-v2-prices-history',
  async run(database, { token, page, ...when }) {
    if ('asOfS' in when) {
      return { value: pageOf(page, await priceAsOf(database, token, when.asOfS, when.nowS), null) };
    }
    const { points, stepS } = await priceSeriesOf(database, token, when.window);
    const shown = points.slice(0, page.limit);
    const last = shown.at(-1);
    const next = last === undefined || points.length === shown.length ? null : [last.timestamp, stepS];
    return { value: pageOf(page, shown, next) };
  },
  ...pageSerializers(ROUTES.dataV2PricesHistory.response[200]),
};

/** `nowMs`: null for a venue whose profile has no estimates. */
interface ResolutionsParameters {
  readonly of: ResolutionsOf;
  readonly nowMs: number | null;
}

const dataV2ResolutionsRead: Read<ResolutionsParameters, Enveloped<DataV2Resolution[]>> = {
  name: 'data-v2-resolutions',
  async run(database, { of, nowMs }) {
    return { value: { data: await resolutionsOf(database, of, nowMs) } };
  },
  serialize: serializerOf(ROUTES.dataV2Resolutions.response[200]),
};

const [LeadersPage, Standing] = DataV2Leaders.anyOf;
const leaders = pageSerializers(LeadersPage);
const serializeStanding = serializerOf<Enveloped<DataV2Standing | null>>(Standing);

/** A page of the board, or the ranks of the user named. */
export const dataV2LeaderboardRead: Read<
  Timed<DataV2LeaderboardQuery>,
  Page<DataV2Leader> | Enveloped<DataV2Standing | null>
> = {
  name: 'data-v2-leaderboard',
  async run(database, { time_period: period, category, sort_by: order, user, page, nowMs }) {
    const isKept = category === DATA_V2_OVERALL;
    if (user !== undefined) {
      return { value: { data: isKept ? await standingOf(database, { user, period, nowMs }) : null } };
    }
    if (!isKept) return { value: pageOf(page, [], null) };
    const { limit, offset } = page;
    const { data, hasMore } = await leadersPage(database, { period, order, limit, offset, nowMs });
    return { value: pageOf(page, data, hasMore ? [] : null) };
  },
  serialize: (answer) => ('pagination' in answer ? leaders.serialize(answer) : serializeStanding(answer)),
};

export const dataV2BiggestWinnersRead: Read<Timed<DataV2WinnersQuery>, Page<DataV2Win>> = {
  name: 'data-v2-biggest-winners',
  async run(database, { time_period: period, category, page, nowMs }) {
    const tag = category === DATA_V2_OVERALL ? null : category;
    const { limit, offset } = page;
    const { data, hasMore } = await winsPage(database, { period, tag, limit, offset, nowMs });
    return { value: pageOf(page, data, hasMore ? [] : null) };
  },
  ...pageSerializers(ROUTES.dataV2BiggestWinners.response[200]),
};

export const dataV2BuildersLeaderboardRead: Read<Timed<DataV2BuildersQuery>, Page<DataV2Builder>> = {
  name: 'data-v2-builders-leaderboard',
  async run(database, { time_period: period, page, nowMs }) {
    const { limit, offset } = page;
    const { data, hasMore } = await buildersPage(database, { period, limit, offset, nowMs });
    return { value: pageOf(page, data, hasMore ? [] : null) };
  },
  ...pageSerializers(ROUTES.dataV2BuildersLeaderboard.response[200]),
};

export const dataV2BuildersVolumeRead: Read<DataV2BuilderVolumeQuery, Enveloped<DataV2BuilderBucket[]>> = {
  name: 'data-v2-builders-volume',
  async run(database, { interval, limit }) {
    const width = interval === 'all' ? 'year' : interval;
    return { value: { data: await builderSeries(database, width, limit) } };
  },
  serialize: serializerOf(ROUTES.dataV2BuildersVolume.response[200]),
};

const dataV2StatusRead: Read<StatusOf, Enveloped<DataV2Status>> = {
  name: 'data-v2-status',
  async run(database, of) {
    return { value: { data: await serviceStatus(database, of) } };
  },
  serialize: serializerOf(ROUTES.dataV2Status.response[200]),
};

export const DATA_V2_MARKET_READS = [
  dataV2HoldersRead,
  dataV2LiveVolumeRead,
  dataV2PricesHistoryRead,
  dataV2ResolutionsRead,
  dataV2LeaderboardRead,
  dataV2BiggestWinnersRead,
  dataV2BuildersLeaderboardRead,
  dataV2BuildersVolumeRead,
  dataV2StatusRead,
];
