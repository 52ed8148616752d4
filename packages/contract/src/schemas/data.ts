/** `GET /holders`, `GET /live-volume`, `GET /builder/trades`: holders, traded volumes, and trades by builder code. */
import { Type } from 'typebox';
import { flag, text } from '../described.ts';
import * as common from './common.ts';

export const conditionIds = (maximum: number) =>
  Type.Array(common.ConditionIdText, {
    minItems: 1,
    maxItems: maximum,
    description: `condition ids, separated by commas, at most ${maximum}`,
  });

/** Most events in one call. */
const EVENTS_MAX = 20;
export const EventIds = {
  eventId: Type.Optional(
    Type.Array(Type.String({ pattern: common.CATALOG_ID_PATTERN, description: 'event ids' }), {
      minItems: 1,
      maxItems: EVENTS_MAX,
      description: `ids of events, separated by commas, at most ${EVENTS_MAX}: all their markets, instead of market; additive`,
    }),
  ),
};

export const HOLDERS_LIMIT_MAX = 500;
export const HOLDERS_MARKETS_MAX = 50;

export const HoldersQuery = Type.Object({
  market: conditionIds(HOLDERS_MARKETS_MAX),
  limit: Type.Integer({
    minimum: 1,
    maximum: HOLDERS_LIMIT_MAX,
    default: 100,
    description: 'holders of each market: the largest over both outcomes',
  }),
  minBalance: Type.Number({
    minimum: 0,
    default: 0,
    description: 'shares a holder has at least; 0 shows everyone with any',
  }),
});
export type HoldersQuery = Type.Static<typeof HoldersQuery>;

export const Holder = Type.Object({
  proxyWallet: text('wallet that holds, lower-case'),
  bio: Type.String(),
  asset: common.AssetText,
  pseudonym: Type.String(),
  amount: Type.Number({ minimum: 0, description: 'shares, those held by open orders included; at most 6 decimals' }),
  displayUsernamePublic: flag('false: shown by its pseudonym'),
  outcomeIndex: Type.Integer({ minimum: 0, maximum: 1 }),
  name: Type.String(),
  profileImage: Type.String(),
  profileImageOptimized: Type.String(),
});
export type Holder = Type.Static<typeof Holder>;

/** The holders of one outcome, largest first; wallets with equal amounts in the order they were bound. */
export const HolderGroup = Type.Object({ token: common.AssetText, holders: Type.Array(Holder) });
export type HolderGroup = Type.Static<typeof HolderGroup>;
export const HolderGroups = Type.Array(HolderGroup, {
  description: 'for each known market its two outcomes, in the order asked for',
});

export const LIVE_VOLUME_MARKETS_MAX = 500;

export const LiveVolumeQuery = Type.Object({
  market: Type.Optional(conditionIds(LIVE_VOLUME_MARKETS_MAX)),
  id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'catalog id of an event: all its markets, instead of market; additive',
    }),
  ),
});
export type LiveVolumeQuery = Type.Static<typeof LiveVolumeQuery>;

/** Public clients of the ecosystem read a number. */
const total = (description: string) =>
  Type.Union([common.DecimalAnswer, Type.Number()], {
    description: `${description}; a number at the data service of the profile polymarket`,
  });

export const LiveVolume = Type.Object({
  total: total('sum of the values, decimal'),
  markets: Type.Array(
    Type.Object({
      market: text('condition id'),
      value: total('collateral matched over the market’s life, each trade counted once; decimal'),
    }),
    { description: 'the known ones of those asked for, in that order' },
  ),
});
export type LiveVolume = Type.Static<typeof LiveVolume>;
export const LiveVolumes = Type.Array(LiveVolume, { minItems: 1, maxItems: 1 });

export const BUILDER_TRADES_PAGE = 300;

const UnixSeconds = (description: string) => Type.String({ pattern: '^(0|[1-9][0-9]{0,11})$', description });

export const BuilderTradesQuery = Type.Object({
  id: Type.Optional(Type.String({ pattern: '^(0|[1-9][0-9]{0,15})$', description: 'id of a trade, decimal digits' })),
  maker_address: Type.Optional(common.AddressText),
  market: Type.Optional(common.ConditionIdText),
  asset_id: Type.Optional(common.TokenIdText),
  before: Type.Optional(UnixSeconds('Unix seconds: trades strictly before it')),
  after: Type.Optional(UnixSeconds('Unix seconds: trades strictly after it')),
  builder: Type.Optional(common.HashText),
  builder_code: Type.Optional(
    Type.String({
      pattern: common.HASH_PATTERN,
      description: 'as builder; the answer is a page in the words of the public clients',
    }),
  ),
  next_cursor: Type.String({
    default: 'MA==',
    maxLength: 32,
    description: 'base64 of an offset; MA== is the first page, LTE= after the last',
  }),
});
export type BuilderTradesQuery = Type.Static<typeof BuilderTradesQuery>;

export const BuilderMakerOrder = Type.Object({
  order_id: Type.String(),
  maker_address: text('wallet that traded'),
  owner: text('address of its account'),
  matched_amount: common.DecimalAnswer,
  fee_rate_bps: Type.String(),
  price: common.DecimalAnswer,
  asset_id: Type.String(),
  outcome: Type.String(),
  side: common.SideText,
});
export type BuilderMakerOrder = Type.Static<typeof BuilderMakerOrder>;

/** The part of a trade that belongs to one order with a builder code. */
export const BuilderTrade = Type.Object({
  id: text('id of the trade; its taker and its makers share it'),
  taker_order_id: Type.String(),
  market: text('condition id'),
  asset_id: text('token id'),
  side: common.SideText,
  size: common.DecimalAnswer,
  fee_rate_bps: text('fee rate of the market for takers, 0 for makers; in 1/10000'),
  price: common.DecimalAnswer,
  status: common.TradeStatus,
  outcome: Type.String(),
  maker_address: text('wallet of the order that carries the code'),
  owner: text('address of its account, never an API key'),
  transaction_hash: Type.String(),
  match_time: common.IsoTime,
  last_update: common.IsoTime,
  bucket_index: Type.Integer(),
  type: Type.Enum(['TAKER', 'MAKER'], { description: 'the part that the order with the code had' }),
  maker_orders: Type.Array(BuilderMakerOrder, {
    description: 'TAKER: all maker orders of the trade; MAKER: the order itself',
  }),
  builder: text('builder code: 0x and 64 hex digits; additive'),
  fee: text('collateral paid as fee, decimal; additive'),
});
export type BuilderTrade = Type.Static<typeof BuilderTrade>;
export const BuilderTrades = Type.Array(BuilderTrade, { maxItems: BUILDER_TRADES_PAGE });
