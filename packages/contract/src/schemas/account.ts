/** The account's own reads and writes: API keys, balances, positions. */
import { Type } from 'typebox';
import { count, flag, strict, text, whole } from '../described.ts';
import { AddressText, ConditionIdText, DecimalAnswer, DecimalText } from './common.ts';

/** `POST /auth/api-key`, `GET /auth/derive-api-key`. */
export const Credentials = Type.Object({
  apiKey: text('UUID'),
  secret: text('base64 of 32 bytes, URL-safe in the profile polymarket'),
  passphrase: text('64 hex digits'),
});
export type Credentials = Type.Static<typeof Credentials>;

export const ApiKeys = Type.Object({ apiKeys: Type.Array(Type.String()) });

export const Done = Type.Literal('OK');

const WalletPosition = Type.Object({
  conditionId: Type.String(),
  tokenId: Type.String(),
  outcome: Type.String(),
  outcomeIndex: Type.Integer({ minimum: 0, maximum: 1 }),
  free: DecimalAnswer,
  held: DecimalAnswer,
});

export const Account = Type.Object({
  address: Type.String(),
  depositWallet: Type.String(),
  openOrders: Type.Integer({ minimum: 0 }),
  sequence: count('last journal entry that is in it'),
  debt: text('decimal: owed to the house since a result was reversed, and paid by the next credits; additive'),
  wallets: Type.Array(
    Type.Object({
      address: Type.String(),
      free: DecimalAnswer,
      held: DecimalAnswer,
      positions: Type.Array(WalletPosition),
    }),
  ),
});
export type Account = Type.Static<typeof Account>;

const wallet = Type.Optional(
  Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'wallet of the account; default: the account’s own address',
  }),
);

/** `POST /positions/split` and `/positions/merge`. */
export const PositionChange = strict({ wallet, conditionId: ConditionIdText, amount: DecimalText });
export type PositionChange = Type.Static<typeof PositionChange>;

export const CONVERTED_MARKETS_MAX = 500;

/**
 * `POST /positions/convert`: converts second outcomes (NO) of the given markets into collateral and YES of the others.
 */
export const PositionConversion = strict({
  wallet,
  conditionIds: Type.Array(ConditionIdText, {
    minItems: 1,
    maxItems: CONVERTED_MARKETS_MAX,
    description: 'markets of one negative-risk event whose NO is given',
  }),
  amount: DecimalText,
});
export type PositionConversion = Type.Static<typeof PositionConversion>;

export const PositionAnswer = Type.Object({
  transactionHash: Type.String(),
  wallet: Type.String(),
  amount: DecimalAnswer,
  collateral: text('decimal: collateral given (split) or received (merge, convert)'),
});
export type PositionAnswer = Type.Static<typeof PositionAnswer>;

/** `POST /admin/accounts`. */
export const NewAccount = strict({ address: AddressText });
export const AccountWallets = Type.Object({ address: Type.String(), depositWallet: Type.String() });

/** `POST /admin/deposits`, `/admin/withdrawals`. */
export const MoneyChange = strict({ wallet: AddressText, amount: DecimalText });
export const MoneyAnswer = Type.Object({
  wallet: Type.String(),
  account: text('address of the account that has the wallet'),
  amount: DecimalAnswer,
  free: DecimalAnswer,
  held: DecimalAnswer,
});

const TierBucketAnswer = Type.Object({ rate: whole('tokens per second'), burst: whole('most tokens at once') });

/** `GET /v1/user/rate-limit-tier`. */
export const RateLimitTier = Type.Object({
  tier: text('name of the tier'),
  period: whole('days whose volume decides'),
  tier_details: Type.Object({
    order: TierBucketAnswer,
    cancel: TierBucketAnswer,
    negative_cancel_balance: flag('cancels of all orders may leave fewer than no tokens for later cancels'),
  }),
  usdc_volume: Type.Optional(text('decimal: volume of the account’s wallets in these days; absent in the lowest tier')),
  next_tier_threshold: Type.Optional(whole('volume from which the account has the next tier; absent in the highest')),
});
export type RateLimitTier = Type.Static<typeof RateLimitTier>;

/** Answer of the read `recent-volume`, for the gateway's own use. */
export const RecentVolume = Type.Object({ volume: text('collateral in millionths') });
export type RecentVolume = Type.Static<typeof RecentVolume>;
