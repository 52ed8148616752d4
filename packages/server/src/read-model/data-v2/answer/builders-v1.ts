/** The reads `builders-leaderboard` and `builders-volume`: the boards of builders in the first interface's words. */
import {
  BUILDER_DAYS_MAX,
  type BuilderDay,
  BuilderDays,
  type BuildersLeaderboardQuery,
  type BuildersVolumeQuery,
  type DataV2Builder,
  type DataV2Period,
  type RankedBuilder,
  RankedBuilders,
} from '@bellwether/contract';
import { type Read, serializerOf } from '../../read.ts';
import { builderSeries, buildersPage } from './builders.ts';

/** A checked query with the time of the request, Unix milliseconds. */
type Timed<Query> = Query & { readonly nowMs: number };

export const buildersLeaderboardRead: Read<Timed<BuildersLeaderboardQuery>, RankedBuilder[]> = {
  name: 'builders-leaderboard',
  async run(database, { timePeriod, ...page }) {
    const { data } = await buildersPage(database, { ...page, period: windowOf(timePeriod) });
    return { value: data.map(ranked) };
  },
  serialize: serializerOf(RankedBuilders),
};

export const buildersVolumeRead: Read<Timed<BuildersVolumeQuery>, BuilderDay[]> = {
  name: 'builders-volume',
  async run(database, { timePeriod, nowMs }) {
    const days = await builderSeries(database, 'day', BUILDER_DAYS_MAX, { period: windowOf(timePeriod), nowMs });
    return { value: days.map(({ date, ...builder }) => ({ dt: `${date}T00:00:00Z`, ...ranked(builder) })) };
  },
  serialize: serializerOf(BuilderDays),
};

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
