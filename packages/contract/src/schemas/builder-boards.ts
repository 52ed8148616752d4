/** `GET /v1/builders/leaderboard` and `/v1/builders/volume`: the boards of `/v2`, in the first interface's words. */
import { Type } from 'typebox';
import { count, figure, flag, text } from '../described.ts';
import { clampedLimit, IsoTime } from './common.ts';
import { LEADERBOARD_PERIODS } from './portfolio.ts';

/** Days that `/v1/builders/volume` shows at most: the newest that have fills. */
export const BUILDER_DAYS_MAX = 90;

const timePeriod = Type.Enum([...LEADERBOARD_PERIODS], {
  default: 'DAY',
  description: 'the current UTC day, week from Monday, or month, or everything',
});

export const BuildersLeaderboardQuery = Type.Object({
  timePeriod,
  limit: clampedLimit(0, 50, 25),
  offset: Type.Integer({ minimum: 0, maximum: 1_000, default: 0, description: 'rows passed over before them' }),
});
export type BuildersLeaderboardQuery = Type.Static<typeof BuildersLeaderboardQuery>;

export const BuildersVolumeQuery = Type.Object({ timePeriod });
export type BuildersVolumeQuery = Type.Static<typeof BuildersVolumeQuery>;

const builder = {
  rank: text('1 is the first; equal volumes share a rank'),
  builder: text('the code: builders have no names here'),
  builderCode: text('0x and 64 hex digits'),
  builderLogo: text('always empty'),
  verified: flag('always false'),
  volume: figure('shares of the fills whose order carries the code'),
  activeUsers: count('wallets that made them'),
};

export const RankedBuilder = Type.Object(builder);
export type RankedBuilder = Type.Static<typeof RankedBuilder>;
export const RankedBuilders = Type.Array(RankedBuilder);

export const BuilderDay = Type.Object({ dt: { ...IsoTime, description: 'start of the UTC day' }, ...builder });
export type BuilderDay = Type.Static<typeof BuilderDay>;
export const BuilderDays = Type.Array(BuilderDay, {
  description: `the 100 largest of each day of the period, newest day first; at most ${BUILDER_DAYS_MAX} days`,
});
