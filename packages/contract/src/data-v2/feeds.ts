/** `/v2/trades` and `/v2/activity`: fills, and everything a wallet did. */
import { Type } from 'typebox';
import { amount, flag, text, whole } from '../described.ts';
import { AddressText, SideText } from '../schemas/common.ts';
import { ACTIVITY_TYPES, ActivityTypeFilter, OUTCOME_UNKNOWN } from '../schemas/portfolio.ts';
import { CONDITION_FIELD, EVENT_FIELD, PAGE_FIELDS, paged, USER_FIELD } from './common.ts';

/** Bound of a time; clients send 0 for none. */
export const bound = (which: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 999_999_999_999,
      description: `${which} Unix second, inclusive; 0 for no bound`,
    }),
  );
export const WINDOW_FIELDS = { start: bound('first'), end: bound('last') };

/** Smallest fill shown, in shares or collateral. */
export const DATA_V2_TRADE_MIN = 0.01;

export const DataV2TradesQuery = Type.Object({
  user: Type.Optional(AddressText),
  ...CONDITION_FIELD,
  ...EVENT_FIELD,
  side: Type.Optional(SideText),
  taker_only: Type.Boolean({
    default: true,
    description: 'true: rows of takers alone, also for a user; false adds one for each maker',
  }),
  filter_type: Type.Enum(['CASH', 'TOKENS'], {
    default: 'TOKENS',
    description: 'unit of filter_amount: collateral or shares',
  }),
  filter_amount: Type.Number({
    minimum: 0,
    default: DATA_V2_TRADE_MIN,
    description: `smallest fill shown; 0 is ${DATA_V2_TRADE_MIN}`,
  }),
  ...WINDOW_FIELDS,
  ...PAGE_FIELDS,
});

const feedFields = {
  proxy_wallet: text('wallet, lower-case'),
  token_id: text('decimal token id; empty without an outcome'),
  condition_id: text('market; empty for deposits and withdrawals'),
  size: amount('shares; collateral for deposits and withdrawals'),
  price: Type.Number({ minimum: 0, maximum: 1, description: 'collateral for one share; 0 if nothing was traded' }),
  timestamp: whole('Unix seconds'),
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  event_slug: Type.String(),
  outcome: Type.String(),
  outcome_index: whole(`${OUTCOME_UNKNOWN} without an outcome`),
  name: Type.String(),
  pseudonym: Type.String(),
  bio: Type.String(),
  profile_image: Type.String(),
  profile_image_optimized: Type.String(),
  transaction_hash: text('0x and the hash-chain value of the entry in the journal'),
};

export const DataV2Trade = Type.Object({ ...feedFields, side: SideText });
export type DataV2Trade = Type.Static<typeof DataV2Trade>;
export const DataV2Trades = paged(DataV2Trade);

export const DataV2ActivityQuery = Type.Object({
  ...USER_FIELD,
  type: ActivityTypeFilter,
  ...CONDITION_FIELD,
  ...EVENT_FIELD,
  side: Type.Optional(SideText),
  ...WINDOW_FIELDS,
  sort_by: Type.Enum(['TIMESTAMP'], { default: 'TIMESTAMP', description: 'the only order' }),
  sort_direction: Type.Enum(['ASC', 'DESC'], { default: 'DESC', description: 'DESC: the latest first' }),
  exclude_deposits_withdrawals: Type.Optional(
    flag('true unless type names DEPOSIT or WITHDRAWAL: rows of these types are left out'),
  ),
  ...PAGE_FIELDS,
});

export const DataV2Activity = Type.Object({
  ...feedFields,
  type: Type.Enum([...ACTIVITY_TYPES]),
  side: text('BUY or SELL of a TRADE, else empty'),
  usdc_size: amount('collateral given or got, before fee'),
});
export type DataV2Activity = Type.Static<typeof DataV2Activity>;
export const DataV2Activities = paged(DataV2Activity);
