/** Placing, reading and cancelling orders, and the heartbeats that keep them open. */
import { Type } from 'typebox';
import { count, flag, strict, text, whole } from '../described.ts';
import * as common from './common.ts';
import { RefusalDetails } from './refusal.ts';

/** 32 bytes in hex; '' means zero. */
const OptionalBytes32 = Type.Optional(
  Type.String({ pattern: '^(0x[0-9a-fA-F]{64})?$', description: '32 bytes in hex' }),
);
const OrderAmount = (what: string) =>
  Type.String({ pattern: common.MICROS_PATTERN, description: `decimal digits, in millionths: ${what}` });

/** A signed order; field names and amounts as in its EIP-712 struct, with `expiration` and `conditionId` unsigned. */
const signedOrderFields = {
  salt: Type.Union(
    [Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.String({ pattern: common.UINT256_PATTERN })],
    { description: 'a JSON integer up to 2^53-1 or a decimal string' },
  ),
  maker: common.AddressText,
  signer: common.AddressText,
  tokenId: common.TokenIdText,
  conditionId: Type.Optional(
    Type.String({
      pattern: '^(0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?)?$',
      description: 'condition id of the token’s market: 0x and 64 hex digits',
    }),
  ),
  makerAmount: OrderAmount('what the maker gives, collateral for BUY and shares for SELL'),
  takerAmount: OrderAmount('what the maker wants, shares for BUY and collateral for SELL'),
  side: common.SideText,
  signatureType: Type.Integer({
    minimum: 0,
    maximum: 3,
    description:
      '0: maker = signer; 1: maker is the signer’s proxy; 2: its Safe; 3: maker = signer = its contract wallet; the deposit wallet of GET /account takes 1, 2 and 3',
  }),
  expiration: Type.Optional(
    Type.String({
      pattern: '^(0|[1-9][0-9]{0,11})?$',
      description: 'decimal digits: Unix seconds for GTD, otherwise 0',
    }),
  ),
  timestamp: Type.String({
    pattern: common.UINT256_PATTERN,
    description: 'decimal digits: Unix milliseconds, as signed',
  }),
  metadata: OptionalBytes32,
  builder: OptionalBytes32,
  signature: Type.String({
    pattern: '^0x([0-9a-fA-F]{2}){65,1024}$',
    description: '65 bytes in hex; the nested form for type 3',
  }),
};
export const SignedOrder = strict(signedOrderFields);
export type SignedOrder = Type.Static<typeof SignedOrder>;

export const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK'] as const;

export const ORDER_STATUSES = ['LIVE', 'MATCHED', 'CANCELED', 'CANCELED_MARKET_RESOLVED', 'EXPIRED'] as const;

export const ShownOrderStatus = Type.Enum([...ORDER_STATUSES, 'DELAYED', 'UNMATCHED'], {
  description:
    'the profile polymarket says CANCELED for EXPIRED; in a sandbox alone, where something goes wrong on purpose: DELAYED has not come to the book yet, UNMATCHED never came',
});
export type ShownOrderStatus = Type.Static<typeof ShownOrderStatus>;

const placementFields = {
  owner: Type.String({ minLength: 1, maxLength: 64, description: 'API key or account address' }),
  orderType: Type.Optional(Type.Enum([...ORDER_TYPES], { default: 'GTC' })),
  postOnly: Type.Optional(Type.Boolean({ default: false })),
};
/** Body of `POST /order`. */
export const OrderPlacement = strict({ order: SignedOrder, ...placementFields });
export type OrderPlacement = Type.Static<typeof OrderPlacement>;

/**
 * Body of `POST /order` in the profile `polymarket`, with the two fields that its public clients always send. Neither
 * has an effect, so values that ask for one are refused.
 */
export const PublicClientOrderPlacement = strict({
  order: strict({
    ...signedOrderFields,
    taker: Type.Optional(
      Type.String({ pattern: '^0x0{40}$', description: 'the zero address: anyone may take the order' }),
    ),
  }),
  ...placementFields,
  deferExec: Type.Optional(flag('of no effect: an order is always answered after it has matched')),
});

export const ORDERS_PER_PLACEMENT_MAX = 15;
export const OrderPlacements = Type.Array(OrderPlacement, {
  minItems: 1,
  maxItems: ORDERS_PER_PLACEMENT_MAX,
  description: `1..${ORDERS_PER_PLACEMENT_MAX} bodies of POST /order, checked and answered one by one`,
});
export const PublicClientOrderPlacements = Type.Array(PublicClientOrderPlacement, {
  minItems: 1,
  maxItems: ORDERS_PER_PLACEMENT_MAX,
});

/** Answer of `POST /order`, and of each item of `POST /orders`. */
export const OrderAnswer = Type.Object({
  success: Type.Boolean(),
  errorMsg: text('empty unless an item of a batch was refused'),
  orderID: Type.String(),
  status: Type.Enum(['live', 'matched', 'delayed', ''], {
    description:
      'live: rests with nothing matched; empty when refused; delayed in a sandbox alone, where something goes wrong on purpose: it comes to the book later',
  }),
  makingAmount: text('decimal: what was given at once, before fee; empty when nothing matched'),
  takingAmount: text('decimal: what was got at once, before fee; empty when nothing matched'),
  fee: Type.Optional(
    text(
      'decimal: taker fee of what matched at once, paid on top of makingAmount by a BUY and out of takingAmount by a SELL; absent when nothing matched; additive',
    ),
  ),
  tradeIDs: Type.Optional(Type.Array(Type.String())),
  transactionsHashes: Type.Optional(Type.Array(Type.String())),
  notice: Type.Optional(text('a warning beside an accepted order: the demo lends its maker to the account; additive')),
  currentStatus: Type.Optional({
    ...ShownOrderStatus,
    description:
      'of an order that is posted again after it has ended: what has become of it since its first answer, which stands beside; additive',
  }),
  code: Type.Optional(text('of a refused item')),
  details: Type.Optional(RefusalDetails),
});
export type OrderAnswer = Type.Static<typeof OrderAnswer>;
export const OrderAnswers = Type.Array(OrderAnswer);

export const CancelOrderBody = strict({ orderID: common.HashText });
/** Most ids in one `DELETE /orders`. */
export const ORDERS_PER_CANCEL_REQUEST_MAX = 1_000;
export const CancelOrdersBody = Type.Array(common.HashText, {
  description: `order ids, at most ${ORDERS_PER_CANCEL_REQUEST_MAX}`,
});
export const CancelMarketOrdersBody = strict({
  market: Type.Optional(
    Type.String({ pattern: '^(0x[0-9a-fA-F]{62}([0-9a-fA-F]{2})?)?$', description: 'condition id' }),
  ),
  asset_id: Type.Optional(Type.String({ pattern: '^(0|[1-9][0-9]{0,77})?$', description: 'token id: decimal digits' })),
});

export const CancelAnswer = Type.Object({
  canceled: Type.Array(Type.String()),
  not_canceled: Type.Record(Type.String(), Type.String(), { description: 'reason by order id' }),
  not_canceled_details: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        rule: Type.Enum(['matched', 'canceled', 'not_yours', 'unknown'], {
          description:
            'matched: filled, or its rest was dropped; canceled: before, or expired; not_yours: open, of another account; unknown: no such order was accepted',
        }),
      }),
      { description: 'the same for programs, by order id; absent where all were cancelled; additive' },
    ),
  ),
});
export type CancelAnswer = Type.Static<typeof CancelAnswer>;

export const OrderParams = Type.Object({ id: text('order id: 0x and 64 hex digits') });

/** An order's flat fields, as clients of the ecosystem read them: rows of `GET /data/orders`, and beside `order`. */
export const FLAT_ORDER_FIELDS = {
  id: Type.String(),
  status: ShownOrderStatus,
  owner: text('the API key to whom it belongs, the account’s address to everyone else'),
  maker_address: Type.String(),
  market: text('condition id'),
  asset_id: text('token id'),
  side: common.SideText,
  original_size: common.DecimalAnswer,
  size_matched: common.DecimalAnswer,
  price: common.DecimalAnswer,
  outcome: Type.String(),
  expiration: text('Unix seconds, 0 unless GTD'),
  order_type: Type.Enum([...ORDER_TYPES]),
  held: text(
    'decimal: held from the wallet now, collateral with the largest fee it can pay for BUY, shares for SELL; 0 unless it rests; additive',
  ),
  associate_trades: Type.Array(Type.String()),
  created_at: whole('Unix seconds'),
};
/** `GET /data/order/{id}`: the order, and additionally its flat fields. */
export const SingleOrder = Type.Object({
  ...FLAT_ORDER_FIELDS,
  order: Type.Object({
    associateTrades: Type.Array(Type.String()),
    id: Type.String(),
    status: ShownOrderStatus,
    market: text('condition id'),
    originalSize: text('shares, decimal'),
    outcome: Type.String(),
    makerAddress: Type.String(),
    owner: text('address of the account, never an API key'),
    price: Type.String(),
    side: common.SideText,
    sizeMatched: text('shares, decimal'),
    assetId: text('token id'),
    type: Type.Enum([...ORDER_TYPES]),
    createdAt: common.IsoTime,
  }),
});
export type SingleOrder = Type.Static<typeof SingleOrder>;

/** A maker's part of a trade; `owner` names its account. */
export const makerOrder = (owner: Type.TString) =>
  Type.Object({
    order_id: Type.String(),
    owner,
    maker_address: Type.String(),
    matched_amount: common.DecimalAnswer,
    price: common.DecimalAnswer,
    fee_rate_bps: Type.String(),
    asset_id: Type.String(),
    outcome: Type.String(),
    outcome_index: Type.Integer(),
    side: common.SideText,
  });

/** Parameters of the read `trade-facts`, for the gateway's own use. */
export type TradeFactsParameters = { readonly sequence: number };
export const TradeFacts = Type.Object({ hash: text('0x and 64 hex digits'), fee: count('taker fee in millionths') });
export type TradeFacts = Type.Static<typeof TradeFacts>;

export const HeartbeatBody = strict({
  heartbeat_id: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'id of the last answer; absent, null or empty for the first beat of an API key',
    }),
  ),
});

export type HeartbeatBody = Type.Static<typeof HeartbeatBody>;

const heartbeatId = Type.String({ format: 'uuid', description: 'send it with the next beat, within 10 s' });
export const HeartbeatAnswer = strict({ heartbeat_id: heartbeatId });
/** `POST /heartbeats`, for clients that know no ids. */
export const UnversionedHeartbeatAnswer = strict({
  heartbeat_id: heartbeatId,
  status: Type.Literal('ok', { description: 'ok' }),
});
