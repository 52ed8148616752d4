/** The reads `builders-leaderboard` and `builders-volume`: the boards of builders in the first interface's words. */
import {
  BUILDER_DAYS_MAX,
  type BuilderDay,
  type BuildersLeaderboardQuery,
  type BuildersVolumeQuery,
  type DataV2Builder,
  type DataV2Period,
  type RankedBuilder,
} from '@bellwether/contract';
import { createRead } from '../../read.ts';
import { builderSeries, rankedPage } from './builders.ts';

/** A checked query with the time of the request, Unix milliseconds. */
type Timed<Query> = Query & { readonly nowMs: number };

export const buildersLeaderboardRead = createRead<Timed<BuildersLeaderboardQuery>, RankedBuilder[]>(
  'builders-leaderboard',
  async (database, { timePeriod, ...page }) => {
    const { builders } = await rankedPage(database, { ...page, period: windowOf(timePeriod) });
    return { value: builders.map(ranked) };
  },
);

export const buildersVolumeRead = createRead<Timed<BuildersVolumeQuery>, BuilderDay[]>(
  'builders-volume',
  async (database, { timePeriod, nowMs }) => {
    const days = await builderSeries(database, 'day', BUILDER_DAYS_MAX, { period: windowOf(timePeriod), nowMs });
    return { value: days.map(({ date, ...builder }) => ({ dt: `${date}T00:00:00Z`, ...ranked(builder) })) };
  },
);

const windowOf = (period: BuildersVolumeQuery['timePeriod']): DataV2Period => period.toLowerCase() as DataV2Period;

function ranked({
  rank,
  builder_name,
  builder_code,
  profile_image,
  verified,
  ...builder
}: DataV2Builder): RankedBuilder {
  return {
    rank: String(rank),
    builder: builder_name,
    builderCode: builder_code,
    builderLogo: profile_image,
    verified,
    volume: builder.volume,
    activeUsers: builder.active_users,
  };
}
