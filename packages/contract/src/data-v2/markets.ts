/** Rows of `/v2/holders`, `/v2/oi`, `/v2/live-volume`, `/v2/prices-history` and `/v2/resolutions`. */
import { Type } from 'typebox';
import { count, figure, flag, orNull, text, whole } from '../described.ts';
import { IsoTime } from '../schemas/common.ts';

const OutcomeIndex = Type.Integer({ minimum: 0, maximum: 1 });

export const HolderV2 = Type.Object({
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
export type HolderV2 = Type.Static<typeof HolderV2>;

export const HoldersOfTokenV2 = Type.Object({ token_id: Type.String(), holders: Type.Array(HolderV2) });
export type HoldersOfTokenV2 = Type.Static<typeof HoldersOfTokenV2>;

export const OpenInterestV2 = Type.Object({
  condition_id: text('condition id; GLOBAL for the whole venue'),
  value: figure('collateral locked under outstanding pairs'),
});
export type OpenInterestV2 = Type.Static<typeof OpenInterestV2>;

export const LiveVolumeV2 = Type.Object({
  taker_volume_total: figure('sum of the rows'),
  conditions: Type.Array(
    Type.Object({
      condition_id: Type.String(),
      taker_volume: figure('shares matched over the market’s life, each trade counted once'),
    }),
    { description: 'every market of the events, the most traded first' },
  ),
});
export type LiveVolumeV2 = Type.Static<typeof LiveVolumeV2>;

export const PricePointV2 = Type.Object({
  timestamp: whole('Unix seconds from which on the price held'),
  price: figure('price in 0..1, at most 5 decimals'),
  resolution_seconds: count('distance to the next point; 0 for the last price and for the result of a market'),
});
export type PricePointV2 = Type.Static<typeof PricePointV2>;
export const PricePointsV2 = Type.Array(PricePointV2);

/** States of a question: nothing is proposed or disputed here, its operator decides. */
export const RESOLUTION_STATES = ['posed', 'resolved'] as const;

export const ResolutionV2 = Type.Object({
  question_id: Type.Optional(text('asked for by question, or not resolved yet; absent for a market without one')),
  condition_id: Type.Optional(text('absent when asked for by question')),
  status: Type.Enum([...RESOLUTION_STATES]),
  extended_review: flag('always false'),
  was_disputed: flag('always false: no result is disputed here'),
  new_version_q: flag('always false'),
  proposed_price: Type.Optional(text('69: nothing is proposed here; beside a question')),
  reproposed_price: Type.Optional(text('69, likewise')),
  price: Type.Optional(text('payout of the first outcome in 1/10^18; 69 before the result; beside a question')),
  transaction_hash: text('always empty'),
  log_index: text('always empty'),
  last_update_timestamp: text('Unix seconds beside a question, otherwise ISO 8601'),
  market_type: Type.Optional(Type.Enum(['BINARY', 'INCREMENTAL_NEGRISK'])),
  payouts: Type.Optional(
    Type.Array(count('collateral for one share, in millionths'), { description: 'of both outcomes, once resolved' }),
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
export type ResolutionV2 = Type.Static<typeof ResolutionV2>;
