/** Query options for all public reads of the page: `useQuery(eventQuery(client, slug))`. */
import type { QueryOf } from '@bellwether/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from './client.ts';
import { EVENTS_PAGE, type EventsSort, eventListQuery } from './event-lists.ts';
import { KEYS } from './keys.ts';
import { RANGE_FIDELITY, RANGE_INTERVALS, type Range } from './ranges.ts';
import { takeLook } from './venue-look.ts';

const MINUTE_MS = 60_000;
const MODE_RENEW_MS = 5_000;
const MARKET_RENEW_MS = 10_000;
const RESOLVING_RENEW_MS = 1_000;
const TAGS_SHOWN_MAX = 60;
const TRADES_SHOWN = 40;
const HOLDERS_SHOWN = 20;
/** Smaller holdings are dust: see `account/dust.ts`. */
const LISTED_SHARES_MIN = 0.01;
export const COMMENTS_PAGE = 20;
const RELATED_MAX = 8;

interface Call {
  readonly signal: AbortSignal;
}

/** A read that holds for `staleTime`. */
export const reading = <Data>(
  queryKey: readonly unknown[],
  read: (call: Call) => Promise<Data>,
  staleTime = MINUTE_MS,
) => queryOptions({ queryKey, queryFn: ({ signal }) => read({ signal }), staleTime });

/** A read that is repeated while it is shown. */
export const polled = <Data>(
  queryKey: readonly unknown[],
  read: (call: Call) => Promise<Data>,
  refetchInterval: number,
) => ({ ...reading(queryKey, read, 0), refetchInterval });

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A read in pages of `size`: the last page is one that is not full, or that ends at `most`. */
export const paged = <Item>(
  queryKey: readonly unknown[],
  size: number,
  read: (page: Page, call: Call) => Promise<readonly Item[]>,
  staleTime = MINUTE_MS,
  most = Number.POSITIVE_INFINITY,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ limit: size, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < size || pages.length * size > most ? undefined : pages.length * size,
    staleTime,
  });

export const venueQuery = (client: Client) => ({
  ...reading(KEYS.venue, async (call) => takeLook(await client.venue.get(call)), MODE_RENEW_MS),
  // The operator may stop and reopen trading at any time.
  refetchInterval: MODE_RENEW_MS,
});

export const eventListInfinite = (client: Client, sort: EventsSort, tag: string) =>
  paged(KEYS.eventList(sort, tag), EVENTS_PAGE, ({ offset }, call) =>
    client.events.list(eventListQuery(sort, tag, offset), call),
  );

export const eventQuery = (client: Client, slug: string) =>
  reading(KEYS.event(slug), (call) => client.events.get({ slug }, {}, call));

export const marketQuery = (client: Client, name: string) =>
  queryOptions({
    queryKey: KEYS.market(name),
    queryFn: async ({ signal }) => {
      const isId = /^[0-9]+$/.test(name);
      const known = isId ? (await client.markets.find({ id: name }, { signal })).conditionId : name;
      return client.markets.get(known, { signal });
    },
    staleTime: MARKET_RENEW_MS,
    // The feed announces neither pauses and resumptions nor the end of payouts.
    refetchInterval: ({ state: { data } }) => (data?.status === 'resolving' ? RESOLVING_RENEW_MS : MARKET_RENEW_MS),
  });

export const tagsQuery = (client: Client) =>
  reading(KEYS.tags, (call) => client.catalog.tags({ limit: TAGS_SHOWN_MAX }, call), 10 * MINUTE_MS);

export const eventsOfSeriesQuery = (client: Client, seriesId: string) =>
  reading(KEYS.eventsOfSeries(seriesId), (call) =>
    client.events.list({ series_id: Number(seriesId), order: 'endDate', ascending: true, limit: 50 }, call),
  );

export const eventsOfTagQuery = (client: Client, slug: string) =>
  reading(KEYS.eventsOfTag(slug), (call) =>
    client.events.list({ tag_slug: slug, active: true, closed: false, order: 'volume24hr', limit: RELATED_MAX }, call),
  );

export const suggestionsQuery = (client: Client, text: string) => ({
  ...reading(KEYS.search(text), (call) => client.catalog.search({ q: text, limit_per_type: 6 }, call)),
  enabled: text !== '',
  placeholderData: keepPreviousData,
});

export const searchInfinite = (client: Client, text: string) =>
  infiniteQueryOptions({
    queryKey: KEYS.searchList(text),
    queryFn: ({ pageParam, signal }) =>
      client.catalog.search({ q: text, limit_per_type: EVENTS_PAGE, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.pagination.hasMore ? pages.length + 1 : undefined),
    enabled: text !== '',
    staleTime: MINUTE_MS,
  });

export const historiesQuery = (client: Client, tokenIds: readonly string[], range: Range) => ({
  ...reading(KEYS.histories(tokenIds, range), (call) =>
    client.prices.histories({ markets: [...tokenIds], ...spanOf(range) }, call),
  ),
  enabled: tokenIds.length > 0,
  placeholderData: keepPreviousData,
});

/** Maximum number of tokens per request for histories. */
export const HISTORIES_MAX = 20;
/** Minutes between two points of a small curve. */
const SMALL_CURVE_FIDELITY = 30;

/** One-day histories of up to 20 tokens, for small curves. */
export const daysQuery = (client: Client, tokenIds: readonly string[]) => {
  const span = { interval: RANGE_INTERVALS['1D'], fidelity: SMALL_CURVE_FIDELITY };
  const read = (call: Call) => client.prices.histories({ markets: [...tokenIds], ...span }, call);
  return { ...reading(KEYS.days(tokenIds), read, 5 * MINUTE_MS), enabled: tokenIds.length > 0 };
};

function spanOf(range: Range) {
  const fidelity = RANGE_FIDELITY[range];
  return { interval: RANGE_INTERVALS[range], ...(fidelity === undefined ? {} : { fidelity }) };
}

export const tradesQuery = (client: Client, conditionId: string) =>
  reading(KEYS.trades(conditionId), (call) => client.trades.list({ market: [conditionId], limit: TRADES_SHOWN }, call));

export const holdersQuery = (client: Client, conditionId: string) =>
  reading(KEYS.holders(conditionId), (call) =>
    client.trades.holders({ market: [conditionId], limit: HOLDERS_SHOWN, minBalance: LISTED_SHARES_MIN }, call),
  );

export type CommentedKind = 'Event' | 'Series' | 'market';

/** Top-level comments of an event, a series or a market (by catalog id), newest first. */
export const commentsInfinite = (client: Client, kind: CommentedKind, id: string) =>
  paged(KEYS.comments(kind, id), COMMENTS_PAGE, (page, call) =>
    client.comments.list({ parent_entity_type: kind, parent_entity_id: Number(id), ...page }, call),
  );

export const repliesInfinite = (client: Client, commentId: string) =>
  paged(KEYS.replies(commentId), COMMENTS_PAGE, (page, call) => client.comments.replies(commentId, page, call));

const STALE_MS = 30_000;
const POSITIONS_SHOWN = 100;
const ACTIVITY_PAGE = 30;
const LEADERS_PAGE = 50;

export type Period = NonNullable<QueryOf<'leaderboard'>['timePeriod']>;
export type RankedBy = NonNullable<QueryOf<'leaderboard'>['by']> | 'volume';
export type CalibrationOf = QueryOf<'calibration'>;

/** Query options for public account data and the leaderboard. */
export const profileQuery = (client: Client, address: string) =>
  reading(KEYS.profile(address), (call) => client.profile.get(address, call), STALE_MS);

/** Open and closed positions, total value, and the number of markets traded. */
export const positionsQuery = (client: Client, address: string) =>
  reading(
    KEYS.positions(address),
    async (call) => {
      const open = { user: address, sizeThreshold: 0.01, sortBy: 'CURRENT', limit: POSITIONS_SHOWN } as const;
      const [positions, closed, value, traded] = await Promise.all([
        client.positions.list(open, call),
        client.positions.closed({ user: address, limit: 50, sortBy: 'TIMESTAMP' }, call),
        client.positions.valuation({ user: address }, call),
        client.positions.traded(address, call),
      ]);
      return { positions, closed, value, traded };
    },
    STALE_MS,
  );

export const activityInfinite = (client: Client, address: string) =>
  paged(
    KEYS.activity(address),
    ACTIVITY_PAGE,
    (page, call) => client.positions.activity({ user: address, ...page }, call),
    STALE_MS,
  );

export const leaderboardInfinite = (client: Client, timePeriod: Period, rankedBy: RankedBy) => {
  const query = { timePeriod, ...(rankedBy === 'volume' ? ({ orderBy: 'VOL' } as const) : { by: rankedBy }) };
  const read = (page: Page, call: Call) => client.trades.leaderboard({ ...query, ...page }, call);
  return paged(KEYS.leaderboard(timePeriod, rankedBy), LEADERS_PAGE, read, STALE_MS, 1_000);
};

export const calibrationQuery = (client: Client, of: CalibrationOf) =>
  reading(KEYS.calibration(of.tag ?? '', of.user ?? ''), (call) => client.trades.calibration(of, call), STALE_MS);

export const eventScoresQuery = (client: Client, id: string) =>
  reading(KEYS.eventScores(id), (call) => client.events.scores(id, call), STALE_MS);
