/** Query options for all public reads of the page: `useQuery(eventQuery(client, slug))`. */
import type { QueryOf } from '@bellwether/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from './client.ts';
import { EVENTS_PAGE, type EventsSort, eventListQuery } from './event-lists.ts';
import { byOffset, KEYS } from './keys.ts';
import { RANGE_FIDELITY, RANGE_INTERVALS, type Range } from './ranges.ts';

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

export const venueQuery = (client: Client) =>
  queryOptions({
    queryKey: KEYS.venue,
    queryFn: ({ signal }) => client.venue.get({ signal }),
    staleTime: MODE_RENEW_MS,
    // The operator may stop and reopen trading at any time.
    refetchInterval: MODE_RENEW_MS,
  });

export const eventListInfinite = (client: Client, sort: EventsSort, tag: string) =>
  infiniteQueryOptions({
    queryKey: KEYS.eventList(sort, tag),
    queryFn: ({ pageParam, signal }) => client.events.list(eventListQuery(sort, tag, pageParam), { signal }),
    ...byOffset(EVENTS_PAGE),
    staleTime: MINUTE_MS,
  });

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

export const suggestionsQuery = (client: Client, text: string) =>
  queryOptions({
    queryKey: KEYS.search(text),
    queryFn: ({ signal }) => client.catalog.search({ q: text, limit_per_type: 6 }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
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

export const historiesQuery = (client: Client, tokenIds: readonly string[], range: Range) =>
  queryOptions({
    queryKey: KEYS.histories(tokenIds, range),
    queryFn: ({ signal }) => client.prices.histories({ markets: [...tokenIds], ...spanOf(range) }, { signal }),
    enabled: tokenIds.length > 0,
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  });

/** Maximum number of tokens per request for histories. */
export const HISTORIES_MAX = 20;
/** Minutes between two points of a small curve. */
const SMALL_CURVE_FIDELITY = 30;

/** One-day histories of up to 20 tokens, for small curves. */
export const daysQuery = (client: Client, tokenIds: readonly string[]) =>
  queryOptions({
    queryKey: KEYS.days(tokenIds),
    queryFn: ({ signal }) =>
      client.prices.histories(
        { markets: [...tokenIds], interval: RANGE_INTERVALS['1D'], fidelity: SMALL_CURVE_FIDELITY },
        { signal },
      ),
    enabled: tokenIds.length > 0,
    staleTime: 5 * MINUTE_MS,
  });

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
  infiniteQueryOptions({
    queryKey: KEYS.comments(kind, id),
    queryFn: ({ pageParam, signal }) =>
      client.comments.list(
        { parent_entity_type: kind, parent_entity_id: Number(id), limit: COMMENTS_PAGE, offset: pageParam },
        { signal },
      ),
    ...byOffset(COMMENTS_PAGE),
    staleTime: MINUTE_MS,
  });

export const repliesInfinite = (client: Client, commentId: string) =>
  infiniteQueryOptions({
    queryKey: KEYS.replies(commentId),
    queryFn: ({ pageParam, signal }) =>
      client.comments.replies(commentId, { limit: COMMENTS_PAGE, offset: pageParam }, { signal }),
    ...byOffset(COMMENTS_PAGE),
    staleTime: MINUTE_MS,
  });

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
  queryOptions({
    queryKey: KEYS.positions(address),
    queryFn: async ({ signal }) => {
      const [positions, closed, value, traded] = await Promise.all([
        client.positions.list(
          { user: address, sizeThreshold: 0.01, sortBy: 'CURRENT', limit: POSITIONS_SHOWN },
          { signal },
        ),
        client.positions.closed({ user: address, limit: 50, sortBy: 'TIMESTAMP' }, { signal }),
        client.positions.valuation({ user: address }, { signal }),
        client.positions.traded(address, { signal }),
      ]);
      return { positions, closed, value, traded };
    },
    staleTime: STALE_MS,
  });

export const activityInfinite = (client: Client, address: string) =>
  infiniteQueryOptions({
    queryKey: KEYS.activity(address),
    queryFn: ({ pageParam, signal }) =>
      client.positions.activity({ user: address, limit: ACTIVITY_PAGE, offset: pageParam }, { signal }),
    ...byOffset(ACTIVITY_PAGE),
    staleTime: STALE_MS,
  });

export const leaderboardInfinite = (client: Client, timePeriod: Period, rankedBy: RankedBy) =>
  infiniteQueryOptions({
    queryKey: KEYS.leaderboard(timePeriod, rankedBy),
    queryFn: ({ pageParam, signal }) => {
      const order = rankedBy === 'volume' ? ({ orderBy: 'VOL' } as const) : { by: rankedBy };
      return client.trades.leaderboard({ timePeriod, ...order, limit: LEADERS_PAGE, offset: pageParam }, { signal });
    },
    ...byOffset(LEADERS_PAGE, 1_000),
    staleTime: STALE_MS,
  });

export const calibrationQuery = (client: Client, of: CalibrationOf) =>
  reading(KEYS.calibration(of.tag ?? '', of.user ?? ''), (call) => client.trades.calibration(of, call), STALE_MS);

export const eventScoresQuery = (client: Client, id: string) =>
  reading(KEYS.eventScores(id), (call) => client.events.scores(id, call), STALE_MS);
