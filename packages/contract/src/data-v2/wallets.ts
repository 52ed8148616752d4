/** `/v2/value`, `/v2/user-stats`, `/v2/user-volume`, `/v2/user-pnl`, `/v2/approvals`: figures of one wallet or account. */
import { Type } from 'typebox';
import { amount, count, figure, flag, orNull, text, whole } from '../described.ts';
import { CONDITION_FIELD, enveloped, USER_FIELD } from './common.ts';
import { WINDOW_FIELDS } from './feeds.ts';

const zero = (description: string) => Type.Literal(0, { description: `always 0: ${description}` });
const proxyWallet = text('the address that was asked for, lower-case');

export const DataV2UserQuery = Type.Object({ ...USER_FIELD });

export const DataV2ValueQuery = Type.Object({ ...USER_FIELD, ...CONDITION_FIELD });
export const DataV2Value = enveloped(
  Type.Object({ proxy_wallet: proxyWallet, value: amount('sum of current_value of all open positions') }),
);

export const DataV2VolumeQuery = Type.Object({ ...USER_FIELD, ...WINDOW_FIELDS });
export const DataV2Volume = enveloped(
  Type.Object({
    volume: amount('shares of its fills on the UTC days of the window, as taker and as maker'),
    volume_usdc: amount('their collateral'),
    trade_count: count('number of these fills'),
  }),
);
export type DataV2Volume = Type.Static<typeof DataV2Volume>;

const PNL_INTERVALS = ['max', 'all', '1m', '1w', '1d', '12h', '6h'] as const;
const PNL_FIDELITIES = ['1d', '18h', '12h', '3h', '1h'] as const;
/** Most points of a series; a longer one begins later. */
export const PNL_POINTS_MAX = 10_000;

export const DataV2PnlQuery = Type.Object({
  ...USER_FIELD,
  interval: Type.Enum([...PNL_INTERVALS], {
    default: '1d',
    description: `time before now; max and all: since the first trade, at most ${PNL_POINTS_MAX} points`,
  }),
  fidelity: Type.Enum([...PNL_FIDELITIES], { default: '1h', description: 'time between two points' }),
});
export type DataV2PnlQuery = Type.Static<typeof DataV2PnlQuery>;

const unknownBefore = (schema: Type.TNumber) => orNull(schema);

/** Sums since the first trade. */
export const DataV2PnlPoint = Type.Object({
  timestamp: whole('Unix seconds; the last point is the time of the request'),
  source_block: whole('sequence of the journal entry that the figures were read at'),
  realized_market_pnl: figure('won or lost by shares that are gone, less all taker fees'),
  realized_lp_pnl: zero('the venue has no pools'),
  realized_combo_pnl: zero('the venue keeps no combos'),
  realized_pnl: figure('realized_market_pnl'),
  unrealized_pnl: unknownBefore(figure('value of the current shares less their cost; null but for the last point')),
  position_pnl: unknownBefore(figure('realized_pnl + unrealized_pnl')),
  trade_pnl: unknownBefore(figure('position_pnl before fees')),
  settled_pnl: figure('realized_pnl + wallet_income'),
  economic_pnl: unknownBefore(figure('position_pnl + wallet_income')),
  fees: figure('taker fees, negative'),
  fees_paid: figure('the same'),
  fees_refunded: zero('the venue refunds no fees'),
  wallet_income: zero('the venue pays no rebates, rewards or interest'),
  maker_rebate: zero('the venue pays no rebates'),
  taker_rebate: zero('the venue pays no rebates'),
  reward_income: zero('the venue pays no rewards'),
  yield_income: zero('the venue pays no interest'),
  referral_income: zero('the venue pays for no referrals'),
  sponsored_income: zero('the venue sponsors nothing'),
  volume: amount('shares of its fills'),
  volume_usdc: amount('their collateral'),
  trade_count: count('number of these fills'),
});
export type DataV2PnlPoint = Type.Static<typeof DataV2PnlPoint>;

export const DataV2Pnl = enveloped(
  Type.Object({
    proxy_wallet: proxyWallet,
    interval: Type.Enum([...PNL_INTERVALS]),
    fidelity: Type.Enum([...PNL_FIDELITIES]),
    source_fidelity: Type.Literal('1d', {
      description: 'a point before the last shows the end of the UTC day before it',
    }),
    points: Type.Array(DataV2PnlPoint, { maxItems: PNL_POINTS_MAX, description: 'oldest first' }),
  }),
);
export type DataV2Pnl = Type.Static<typeof DataV2Pnl>;

export const DataV2Stats = enveloped(
  orNull(
    Type.Object({
      proxy_wallet: proxyWallet,
      trades: count('markets in which it ever held a position'),
      biggest_win: amount('most won by one position of a resolved market; 0 if that is not above 1'),
      views: zero('the venue counts no views of profiles'),
      join_date: whole('Unix seconds at which its account was opened'),
      all_time_pnl: DataV2PnlPoint,
    }),
  ),
);
export type DataV2Stats = Type.Static<typeof DataV2Stats>;

export const DataV2Approval = Type.Object({
  id: text('name of the pair'),
  feature: text('what it is needed for elsewhere'),
  token: text('contract of the token'),
  spender: text('contract that may move it'),
  standard: Type.Enum(['ERC20', 'ERC1155']),
  approved: flag('always true: the venue needs no approvals'),
  amount: Type.Optional(text('of an ERC20: max, the allowance has no limit')),
});
export type DataV2Approval = Type.Static<typeof DataV2Approval>;

export const DataV2Approvals = enveloped(
  Type.Object({
    address: proxyWallet,
    chain_id: whole('chain of the venue’s signatures'),
    checked_at: text('time of the request, ISO 8601'),
    contracts: Type.Array(DataV2Approval),
  }),
);
export type DataV2Approvals = Type.Static<typeof DataV2Approvals>;
