/** Rows of `/v2/leaderboard`, `/v2/biggest-winners`, `/v2/builders/leaderboard` and `/v2/builders/volume`. */
import { Type } from 'typebox';
import { count, figure, flag, orNull, text, whole } from '../described.ts';

/** Windows of the boards: the current UTC day, week from Monday, or month, or everything. */
export const TIME_PERIODS_V2 = ['day', 'week', 'month', 'all'] as const;
export type TimePeriodV2 = (typeof TIME_PERIODS_V2)[number];

/** The category of everything. */
export const OVERALL = 'overall';

/** Most rows of the board of biggest wins. */
export const WINS_MAX = 500;

/** Most buckets of `/v2/builders/volume`. */
export const BUILDER_BUCKETS_MAX = 90;
export const BUILDER_BUCKETS_DEFAULT = 30;

const Rank = Type.Integer({ minimum: 1, description: 'equal figures share a rank, and the next ranks are left out' });

const standing = {
  user_id: text('wallet, lower-case'),
  pnl: figure('realised profit of the period: won by shares that are gone, less the fees paid in it'),
  volume: figure('shares of all its fills of the period, as taker and as maker'),
  user_name: text('name, or pseudonym without one'),
  profile_image: Type.String(),
  x_username: text('always empty'),
  verified: flag('always false: no one is verified here'),
};

export const LeaderV2 = Type.Object({ rank: Rank, ...standing });
export type LeaderV2 = Type.Static<typeof LeaderV2>;

export const StandingV2 = Type.Object({ rank_pnl: Rank, rank_volume: Rank, ...standing });
export type StandingV2 = Type.Static<typeof StandingV2>;
export const StandingOrNullV2 = orNull(StandingV2);

export const WinV2 = Type.Object({
  win_rank: Type.Integer({ minimum: 1, description: 'place on the board' }),
  kind: Type.Enum(['market']),
  user_id: text('wallet, lower-case'),
  pnl: figure('final_value less initial_value'),
  initial_value: figure('cost of the shares that were paid out, fees excluded'),
  final_value: figure('what they paid'),
  resolved_at: whole('Unix seconds of the payout'),
  condition_id: Type.String(),
  position_id: text('decimal id of the token'),
  event_id: count('catalog id of the event; 0 without one'),
  event_slug: Type.String(),
  event_title: Type.String(),
  user_name: text('name, or pseudonym without one'),
  profile_image: Type.String(),
});
export type WinV2 = Type.Static<typeof WinV2>;

const builder = {
  rank: Rank,
  builder_name: text('the code: builders have no names here'),
  builder_code: text('0x and 64 hex digits'),
  profile_image: text('always empty'),
  verified: flag('always false'),
  volume: figure('shares of the fills whose order carries the code'),
  active_users: count('wallets that made them'),
};

export const BuilderStandingV2 = Type.Object(builder);
export type BuilderStandingV2 = Type.Static<typeof BuilderStandingV2>;

export const BuilderBucketV2 = Type.Object({
  date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'first day of the bucket, in UTC' }),
  ...builder,
});
export type BuilderBucketV2 = Type.Static<typeof BuilderBucketV2>;
