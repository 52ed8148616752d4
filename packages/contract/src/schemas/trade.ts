/** `GET /trades`: the ledger of fills. */
import { Type } from 'typebox';
import { amount, text, whole } from '../described.ts';
import { AddressText, AssetText, ConditionIdText, RowId, SideText, TokenIdText } from './common.ts';
import { EventIds } from './data.ts';

/** One fill as one wallet saw it: the taker's whole match, or one maker's part. */
export const TradeFill = Type.Object({
  proxyWallet: text('wallet that traded, lower-case'),
  side: SideText,
  asset: AssetText,
  conditionId: Type.String(),
  size: amount('shares, at most 6 decimals'),
  price: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'collateral for one share, at most 6 decimals; for a taker the average over its makers',
  }),
  timestamp: whole('Unix seconds'),
  usdcSize: amount('collateral before fee, at most 6 decimals'),
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  outcome: text('label of the outcome traded'),
  outcomeIndex: Type.Integer({ minimum: 0, maximum: 1 }),
  name: Type.String(),
  pseudonym: Type.String(),
  bio: Type.String(),
  profileImage: Type.String(),
  profileImageOptimized: Type.String(),
  transactionHash: text('0x and the hash-chain value of the trade in the journal'),
  id: RowId,
});
export type TradeFill = Type.Static<typeof TradeFill>;

export const TradeFills = Type.Array(TradeFill);

export const TRADES_LIMIT_MAX = 10_000;
export const TRADES_OFFSET_MAX = 10_000;
/** Latest time in a filter: in the year 33,658. */
const UNIX_SECONDS_MAX = 999_999_999_999;
/** Most markets in one call. */
export const TRADES_MARKETS_MAX = 500;

const seconds = (description: string) => Type.Integer({ minimum: 0, maximum: UNIX_SECONDS_MAX, description });

export const TradesQuery = Type.Object({
  limit: Type.Integer({
    minimum: 0,
    maximum: TRADES_LIMIT_MAX,
    default: 100,
    description: 'rows that the answer has at most',
  }),
  offset: Type.Integer({
    minimum: 0,
    maximum: TRADES_OFFSET_MAX,
    default: 0,
    description: 'rows passed over before them',
  }),
  takerOnly: Type.Boolean({
    default: true,
    description: 'true: rows of takers alone, also for a user; false adds one for each maker',
  }),
  filterType: Type.Optional(
    Type.Enum(['CASH', 'TOKENS'], { description: 'what filterAmount is compared with: usdcSize or size' }),
  ),
  filterAmount: Type.Optional(amount('smallest amount shown')),
  market: Type.Optional(
    Type.Array(ConditionIdText, {
      minItems: 1,
      maxItems: TRADES_MARKETS_MAX,
      description: 'condition ids, separated by commas',
    }),
  ),
  ...EventIds,
  user: Type.Optional(AddressText),
  side: Type.Optional(SideText),
  asset_id: Type.Optional({ ...TokenIdText, description: 'token id: fills of this outcome; additive' }),
  start: Type.Optional(seconds('not before this Unix second; additive')),
  end: Type.Optional(seconds('not after it; additive')),
  after: Type.Optional(seconds('strictly after this Unix second; additive')),
  before: Type.Optional(seconds('strictly before it; additive')),
  after_cursor: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'x-next-cursor of the page before: the rows behind it, whatever was traded since; additive',
    }),
  ),
});
/** The query of a page of fills, with defaults filled in. */
export type TradesQuery = Type.Static<typeof TradesQuery>;
