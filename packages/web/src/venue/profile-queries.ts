/** Query options for public account data and the leaderboard. */

import type { QueryOf } from '@bellwether/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { byOffset } from './by-offset.ts';
import type { Client } from './client.ts';
import { KEYS } from './keys.ts';
import { reading } from './queries.ts';

const STALE_MS = 30_000;
const POSITIONS_SHOWN = 100;
const ACTIVITY_PAGE = 30;
const LEADERS_PAGE = 50;

export type Period = NonNullable<QueryOf<'leaderboard'>['timePeriod']>;
export type RankedBy = NonNullable<QueryOf<'leaderboard'>['orderBy']>;

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

export const leaderboardInfinite = (client: Client, timePeriod: Period, orderBy: RankedBy) =>
  infiniteQueryOptions({
    queryKey: KEYS.leaderboard(timePeriod, orderBy),
    queryFn: ({ pageParam, signal }) =>
      client.trades.leaderboard({ timePeriod, orderBy, limit: LEADERS_PAGE, offset: pageParam }, { signal }),
    ...byOffset(LEADERS_PAGE, 1_000),
    staleTime: STALE_MS,
  });
