/** `/v2/positions`: what wallets hold and held, by wallet or by market. */
import { Type } from 'typebox';
import { amount, figure, flag, text, whole } from '../described.ts';
import { AddressText } from '../schemas/common.ts';
import { CONDITION_FIELD, EVENT_FIELD, PAGE_FIELDS, paged } from './common.ts';
import { WINDOW_FIELDS } from './feeds.ts';

/** Smallest open position shown, in shares. */
export const DATA_V2_POSITION_MIN = 0.1;
/** `end_date` of a market without an end. */
export const NO_END_DAY = '1970-01-01';

const SORT_COLUMNS = [
  ...['CURRENT_VALUE', 'PRICE', 'TOKENS', 'UNREALIZED_PNL', 'REALIZED_PNL', 'TOTAL_PNL', 'TIMESTAMP'],
] as const;

export const DataV2PositionsQuery = Type.Object({
  user: Type.Optional(AddressText),
  ...CONDITION_FIELD,
  ...EVENT_FIELD,
  status: Type.Enum(['OPEN', 'REDEEMABLE', 'REDEEMABLE_LOST', 'MERGEABLE', 'CLOSED'], {
    default: 'OPEN',
    description:
      'OPEN: with shares, resolved or not; REDEEMABLE: of resolved markets, winners first; REDEEMABLE_LOST: of these, those worth nothing; MERGEABLE: the wallet holds both outcomes; CLOSED: held once and no more',
  }),
  title: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'part of the market’s question, in any case; resend it for every page',
    }),
  ),
  filter_type: Type.Enum(['TOKENS', 'CASH'], {
    default: 'TOKENS',
    description: 'unit of filter_amount: shares or current value',
  }),
  filter_amount: Type.Number({
    minimum: 0,
    default: DATA_V2_POSITION_MIN,
    description: 'smallest position shown; CLOSED ones are all shown',
  }),
  include_archived: Type.Boolean({ default: false, description: 'true: open positions of archived markets too' }),
  sort_by: Type.Optional(
    Type.Enum([...SORT_COLUMNS], {
      description:
        'what rows are sorted by: CURRENT_VALUE, or TOKENS for MERGEABLE. CLOSED positions of a user: REALIZED_PNL, TOTAL_PNL or TIMESTAMP',
    }),
  ),
  sort_direction: Type.Enum(['ASC', 'DESC'], { default: 'DESC', description: 'DESC: the largest or latest first' }),
  ...WINDOW_FIELDS,
  ...PAGE_FIELDS,
});
export type DataV2PositionsQuery = Type.Static<typeof DataV2PositionsQuery>;
export type DataV2PositionsOrder = (typeof SORT_COLUMNS)[number];

/** Column that positions of a status are sorted by if none is asked for. */
export function dataV2UsualOrder(status: DataV2PositionsQuery['status']): DataV2PositionsOrder {
  if (status === 'CLOSED') return 'REALIZED_PNL';
  return status === 'MERGEABLE' ? 'TOKENS' : 'CURRENT_VALUE';
}

export const DataV2Position = Type.Object({
  proxy_wallet: text('wallet that holds, lower-case'),
  token_id: text('decimal token id'),
  condition_id: Type.String(),
  current_size: amount('shares, those held by open orders included'),
  avg_price: amount('collateral for one share, fees excluded; at most 6 decimals'),
  entry_cost_usdc: amount('what the shares cost, fees excluded'),
  entry_fees_usdc: amount('taker fees paid when buying, over the position’s life'),
  total_cost_usdc: amount('entry_cost_usdc + entry_fees_usdc'),
  current_price: amount('displayed price, the payout once the market is resolved; 0.5 while none is known'),
  current_value: amount('current_size at current_price; entry_cost_usdc while no price is known'),
  total_size: amount('shares bought over the position’s life'),
  realized_pnl: figure('collateral won or lost by shares that are gone; fees excluded'),
  unrealized_pnl: figure('current_value - entry_cost_usdc'),
  total_pnl: figure('realized_pnl + unrealized_pnl'),
  percent_pnl: figure('unrealized_pnl in percent of entry_cost_usdc, at most 4 decimals; 0 when that is 0'),
  percent_realized_pnl: figure('current_value in percent of total_size at avg_price, less 100; 0 when that is 0'),
  status: Type.Enum(['OPEN', 'REDEEMABLE', 'CLOSED']),
  redeemable: flag('the market is resolved and its payout on the way'),
  mergeable: flag('the wallet holds the other outcome too'),
  negative_risk: Type.Boolean(),
  archived: flag('the market is archived'),
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  event_id: text('id of the event; empty without one'),
  event_slug: Type.String(),
  outcome: Type.String(),
  outcome_index: Type.Integer({ minimum: 0, maximum: 1 }),
  opposite_outcome: Type.String(),
  opposite_token_id: Type.String(),
  end_date: text(`day of the market’s end, YYYY-MM-DD; ${NO_END_DAY} without one`),
  last_event_at: whole('Unix seconds of the last change'),
  first_entry_at: whole('Unix seconds of the first shares'),
  name: Type.String(),
  profile_image: Type.String(),
  verified: flag('always false: the venue verifies no one'),
});
export type DataV2Position = Type.Static<typeof DataV2Position>;
export const DataV2Positions = paged(DataV2Position);
