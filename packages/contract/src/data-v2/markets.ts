/** Queries and answers of `/v2/holders`, `/v2/oi`, `/v2/live-volume`, `/v2/prices-history` and `/v2/resolutions`. */
import { Type } from 'typebox';
import { count, figure, flag, orNull, text, whole } from '../described.ts';
import { HASH_PATTERN, IsoTime, TokenIdText } from '../schemas/common.ts';
import { HISTORY_INTERVALS, HISTORY_TIME_MAX } from '../schemas/prices.ts';
import { CONDITION_FIELD, DATA_V2_IDS_MAX, EVENT_FIELD, enveloped, PAGE_FIELDS, paged } from './common.ts';

/** Most holders of a token on a page with include_pnl. */
export const DATA_V2_PNL_HOLDERS_MAX = 100;

export const DataV2HoldersQuery = Type.Object({
  ...Type.Required(Type.Object(CONDITION_FIELD)).properties,
  min_balance: Type.Number({ minimum: 0, default: 0, description: 'least amount shown, in shares' }),
  include_pnl: Type.Boolean({
    default: false,
    description: `adds cost and profit, of one market, at most ${DATA_V2_PNL_HOLDERS_MAX} holders of a token on a page`,
  }),
  ...PAGE_FIELDS,
});

const OutcomeIndex = Type.Integer({ minimum: 0, maximum: 1 });

export const DataV2Holder = Type.Object({
  proxy_wallet: text('wallet that holds, lower-case'),
  bio: Type.String(),
  token_id: text('decimal id of the token held'),
  pseudonym: Type.String(),
  amount: figure('shares more than of the other outcome; with include_pnl all shares of the token'),
  display_username_public: flag('false: shown by its pseudonym'),
  outcome_index: OutcomeIndex,
  name: text('empty unless its owner shows it'),
  profile_image: Type.String(),
  profile_image_optimized: text('empty: images are not converted here'),
  verified: flag('always false: no one is verified here'),
  avg_price: Type.Optional(figure('collateral for one share, fees excluded; with include_pnl')),
  entry_cost_usdc: Type.Optional(figure('cost of the shares, fees excluded; with include_pnl')),
  current_price: Type.Optional(orNull(figure('displayed price; with include_pnl, null while no price is known'))),
  current_value: Type.Optional(orNull(figure('shares at that price; with include_pnl, null while no price is known'))),
  realized_pnl: Type.Optional(figure('won or lost by shares that are gone; with include_pnl')),
  unrealized_pnl: Type.Optional(orNull(figure('value less cost; with include_pnl, null while no price is known'))),
  total_pnl: Type.Optional(orNull(figure('both together; with include_pnl, null while no price is known'))),
});
export type DataV2Holder = Type.Static<typeof DataV2Holder>;

export const DataV2HolderGroup = Type.Object({ token_id: Type.String(), holders: Type.Array(DataV2Holder) });
export type DataV2HolderGroup = Type.Static<typeof DataV2HolderGroup>;
export const DataV2HolderGroups = paged(DataV2HolderGroup);

export const DataV2OpenInterestQuery = Type.Object(CONDITION_FIELD);

export const DataV2OpenInterest = Type.Object({
  condition_id: text('condition id; GLOBAL for the whole venue'),
  value: figure('collateral locked under outstanding pairs'),
});
export type DataV2OpenInterest = Type.Static<typeof DataV2OpenInterest>;
export const DataV2OpenInterests = enveloped(
  Type.Array(DataV2OpenInterest, { description: 'the known ones of the markets named, or one row of the whole venue' }),
);

export const DataV2LiveVolumeQuery = Type.Object({
  event_id: Type.Array(Type.String({ description: 'event id' }), {
    minItems: 1,
    description: `ids of events, separated by commas, at most ${DATA_V2_IDS_MAX} distinct ones; malformed ones are left out, but not all of them`,
  }),
});

export const DataV2LiveVolume = Type.Object({
  taker_volume_total: figure('sum of the rows'),
  conditions: Type.Array(
    Type.Object({
      condition_id: Type.String(),
      taker_volume: figure('shares matched over the market’s life, each trade counted once'),
    }),
    { description: 'every market of the events, the most traded first' },
  ),
});
export const DataV2LiveVolumes = enveloped(DataV2LiveVolume);

/** Most points of a page of `/v2/prices-history`. */
const DATA_V2_POINTS_MAX = 10_000;

const Moment = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: HISTORY_TIME_MAX, description: `Unix seconds: ${description}` }));

export const DataV2PricesQuery = Type.Object({
  token_id: TokenIdText,
  start: Moment('first moment, at most 15 days before the end'),
  end: Moment('moment before which the prices end; now when absent'),
  interval: Type.Optional(
    Type.Enum([...HISTORY_INTERVALS], { description: 'span that ends now, instead of start; 1m is 30 days' }),
  ),
  as_of: Moment('instead of a span, the price at this moment'),
  bucket_seconds: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 86_400, description: 'seconds between two points; chosen when absent' }),
  ),
  limit: Type.Integer({
    minimum: 0,
    maximum: DATA_V2_POINTS_MAX,
    default: DATA_V2_POINTS_MAX,
    description: 'most points of a page; a cursor keeps the size of the first page',
  }),
  cursor: PAGE_FIELDS.cursor,
});

export const DataV2PricePoint = Type.Object({
  timestamp: whole('Unix seconds from which on the price held'),
  price: figure('price in 0..1, at most 5 decimals'),
  resolution_seconds: count('distance to the next point; 0 for the last price and for the result of a market'),
});
export type DataV2PricePoint = Type.Static<typeof DataV2PricePoint>;
export const DataV2PricePoints = paged(DataV2PricePoint);

export const DataV2ResolutionsQuery = Type.Object({
  question_id: Type.Optional(Type.String({ pattern: HASH_PATTERN, description: 'question of a market' })),
  ...CONDITION_FIELD,
  ...EVENT_FIELD,
});

const RESOLUTION_STATES = ['posed', 'proposed', 'disputed', 'resolved'] as const;

export const DataV2Resolution = Type.Object({
  question_id: Type.Optional(text('asked for by question, or not resolved yet; absent for a market without one')),
  condition_id: Type.Optional(text('absent when asked for by question')),
  status: Type.Enum([...RESOLUTION_STATES]),
  extended_review: flag('always false'),
  was_disputed: flag('true: a proposed result of it was disputed at some time'),
  new_version_q: flag('always false'),
  proposed_price: Type.Optional(
    text('payout of the first outcome that is proposed, in 1/10^18; 69: none is; beside a question'),
  ),
  reproposed_price: Type.Optional(text('69: always; beside a question')),
  price: Type.Optional(text('payout of the first outcome in 1/10^18; 69 before the result; beside a question')),
  transaction_hash: text('always empty'),
  log_index: text('always empty'),
  last_update_timestamp: text('Unix seconds beside a question, otherwise ISO 8601'),
  market_type: Type.Optional(Type.Enum(['BINARY', 'INCREMENTAL_NEGRISK'])),
  payouts: Type.Optional(
    Type.Array(count('collateral for one share, in millionths'), {
      description: 'of both outcomes, once resolved; 0 of a refund',
    }),
  ),
  reporter: Type.Optional(Type.Enum(['EOA'], { description: 'the operator' })),
  resolution_source: Type.Optional(Type.Enum(['reported'])),
  was_arbitrated: Type.Optional(Type.Boolean()),
  resolved_at: Type.Optional(IsoTime),
  expected_settlement_time: Type.Optional({
    ...IsoTime,
    description: 'end of the market, by which its operator decides; absent once it has passed, and without an end',
  }),
  settlement_time_basis: Type.Optional(Type.Enum(['liveness'], { description: 'beside expected_settlement_time' })),
});
export type DataV2Resolution = Type.Static<typeof DataV2Resolution>;
export const DataV2Resolutions = enveloped(Type.Array(DataV2Resolution));
