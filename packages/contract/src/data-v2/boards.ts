/** Queries and answers of `/v2/leaderboard` and `/v2/biggest-winners`. */
import { Type } from 'typebox';
import { count, figure, flag, orNull, text, whole } from '../described.ts';
import { AddressText } from '../schemas/common.ts';
import { enveloped, PAGE_FIELDS, paged } from './common.ts';

/** Windows of the boards: the current UTC day, week from Monday, or month, or everything. */
const DATA_V2_PERIODS = ['day', 'week', 'month', 'all'] as const;
export type DataV2Period = (typeof DATA_V2_PERIODS)[number];

const PERIOD_FIELD = {
  time_period: Type.Enum([...DATA_V2_PERIODS], {
    default: 'day',
    description: 'the current UTC day, week from Monday, or month, or everything',
  }),
};

export const DATA_V2_OVERALL = 'overall';
const Category = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, default: DATA_V2_OVERALL, description });

export const DATA_V2_WINS_MAX = 500;

export const DataV2LeaderboardQuery = Type.Object({
  ...PERIOD_FIELD,
  category: Category(`${DATA_V2_OVERALL}; wallets are not ranked by category here, so others have no rows`),
  sort_by: Type.Enum(['PNL', 'VOLUME'], { default: 'PNL', description: 'PNL: by realised profit; VOLUME: by shares' }),
  user: Type.Optional({ ...AddressText, description: 'wallet whose ranks are the answer, or null, instead of a page' }),
  ...PAGE_FIELDS,
});

export const DataV2WinnersQuery = Type.Object({
  ...PERIOD_FIELD,
  category: Category(`${DATA_V2_OVERALL}, or the slug of a tag of the market`),
  ...PAGE_FIELDS,
});

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

export const DataV2Leader = Type.Object({ rank: Rank, ...standing });
export type DataV2Leader = Type.Static<typeof DataV2Leader>;

export const DataV2Standing = Type.Object({ rank_pnl: Rank, rank_volume: Rank, ...standing });
export type DataV2Standing = Type.Static<typeof DataV2Standing>;
export const DataV2Leaders = Type.Union([paged(DataV2Leader), enveloped(orNull(DataV2Standing))]);

export const DataV2Win = Type.Object({
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
export type DataV2Win = Type.Static<typeof DataV2Win>;
export const DataV2Wins = paged(DataV2Win);
