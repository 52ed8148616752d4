/** Holders, builder trades and own trades as rows of their answers. */
import {
  BUILDER_TRADES_PAGE,
  type BuilderMakerOrder,
  type BuilderTrade,
  type ClientBuilderTrade,
  type ClientBuilderTrades,
  END_CURSOR,
  type Holder,
  type OwnTrade,
} from '@bellwether/contract';
import { amountText, unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import { found } from '../../lookup.ts';
import type { Holding } from '../query/data.ts';
import type { MarketText, WalletOwner } from '../query/ledger-context.ts';
import { type FillRow, KIND_TAKER, sequenceOfFill, sideOf } from '../tables.ts';

export function holder(holding: Holding, asset: string, outcome: number, owner: WalletOwner): Holder {
  return {
    proxyWallet: owner.address,
    bio: owner.bio,
    asset,
    pseudonym: owner.pseudonym,
    amount: unitsNumber(holding.shares_micros),
    displayUsernamePublic: owner.display_username_public === 1,
    outcomeIndex: outcome,
    name: shownName(owner),
    profileImage: owner.profile_image,
    profileImageOptimized: owner.profile_image,
  };
}

export interface BuilderTradeContext {
  readonly market: MarketText;
  readonly owners: ReadonlyMap<number, WalletOwner>;
  readonly orderIds: ReadonlyMap<number, string>;
  readonly builder: string;
}

/** One order's part in a trade. `fills` are all fills of the trade, taker first; `fill` is one among them. */
export function builderTrade(fill: FillRow, fills: readonly FillRow[], context: BuilderTradeContext): BuilderTrade {
  const { market, owners, orderIds, builder } = context;
  const [taker] = fills;
  const isTaker = (fill.kind & KIND_TAKER) !== 0;
  const owner = found(owners, fill.wallet, 'wallet');
  const time = new Date(fill.time_s * 1_000).toISOString();
  const makers = isTaker ? fills.filter(({ kind }) => (kind & KIND_TAKER) === 0) : [fill];
  return {
    id: String(sequenceOfFill(fill.id)),
    taker_order_id: found(orderIds, (taker ?? fill).order_number, 'order'),
    market: market.condition_id,
    ...assetOf(fill, market),
    size: amountText(fill.size_micros),
    fee_rate_bps: isTaker ? String(market.taker_fee_rate) : '0',
    price: amountText(fill.price_micros),
    status: 'CONFIRMED',
    maker_address: owner.address,
    owner: owner.account_address,
    transaction_hash: `0x${fill.hash}`,
    match_time: time,
    last_update: time,
    bucket_index: 0,
    type: isTaker ? 'TAKER' : 'MAKER',
    maker_orders: makers.map((maker) => makerOrder(maker, context)),
    builder,
    fee: amountText(fill.fee_micros),
  };
}

function makerOrder(fill: FillRow, { market, owners, orderIds }: BuilderTradeContext): BuilderMakerOrder {
  const owner = found(owners, fill.wallet, 'wallet');
  return {
    order_id: found(orderIds, fill.order_number, 'order'),
    maker_address: owner.address,
    owner: owner.account_address,
    matched_amount: amountText(fill.size_micros),
    fee_rate_bps: '0',
    price: amountText(fill.price_micros),
    ...assetOf(fill, market),
  };
}

/** Token, label and side of a fill. */
export function assetOf({ outcome, kind }: Pick<FillRow, 'outcome' | 'kind'>, market: MarketText) {
  const isFirst = outcome === 0;
  return {
    asset_id: isFirst ? market.token_0 : market.token_1,
    outcome: isFirst ? market.outcome_0 : market.outcome_1,
    side: sideOf(kind),
  };
}

/** A builder trade in the format of the public clients: the same figures under other names. `fill` is its fill. */
export function clientBuilderTrade(trade: BuilderTrade, fill: FillRow): ClientBuilderTrade {
  return {
    id: trade.id,
    tradeType: trade.type,
    takerOrderHash: trade.taker_order_id,
    builder: trade.builder,
    builderCode: trade.builder,
    market: trade.market,
    assetId: trade.asset_id,
    side: trade.side,
    size: trade.size,
    sizeUsdc: amountText(fill.collateral_micros),
    price: trade.price,
    status: trade.status,
    outcome: trade.outcome,
    outcomeIndex: fill.outcome,
    owner: trade.owner,
    maker: trade.maker_address,
    transactionHash: trade.transaction_hash,
    matchTime: String(fill.time_s),
    bucketIndex: trade.bucket_index,
    fee: trade.fee,
    feeUsdc: trade.fee,
    builderFee: '0',
    createdAt: trade.match_time,
    updatedAt: trade.last_update,
  };
}

/** The page after the last one. */
export const NO_BUILDER_TRADES: ClientBuilderTrades = {
  limit: BUILDER_TRADES_PAGE,
  count: 0,
  next_cursor: END_CURSOR,
  data: [],
};

/** Placeholder for the API key of another account, which stays secret. */
const OTHERS_KEY = '00000000-0000-0000-0000-000000000000';

export interface OwnTradeContext {
  readonly market: MarketText;
  readonly owners: ReadonlyMap<number, WalletOwner>;
  readonly orderIds: ReadonlyMap<number, string>;
  readonly apiKey: string;
}

/**
 * A trade of `GET /data/trades`, as one of its participants sees it. `makers`: all of the trade for its taker, the
 * caller's own for a maker.
 */
export function ownTrade(
  taker: FillRow,
  makers: readonly FillRow[],
  side: 'TAKER' | 'MAKER',
  context: OwnTradeContext,
): OwnTrade {
  const { market, owners, orderIds, apiKey } = context;
  const isTaker = side === 'TAKER';
  const own = isTaker ? taker : (makers[0] ?? taker);
  const time = String(taker.time_s);
  return {
    id: String(sequenceOfFill(taker.id)),
    taker_order_id: found(orderIds, taker.order_number, 'order'),
    ...assetOf(taker, market),
    market: market.condition_id,
    size: amountText(taker.size_micros),
    fee_rate_bps: String(market.taker_fee_rate),
    price: amountText(taker.price_micros),
    status: 'CONFIRMED',
    match_time: time,
    last_update: time,
    bucket_index: 0,
    owner: apiKey,
    maker_address: found(owners, own.wallet, 'wallet').address,
    maker_orders: makers.map((fill) => ({
      order_id: found(orderIds, fill.order_number, 'order'),
      owner: isTaker ? OTHERS_KEY : apiKey,
      maker_address: found(owners, fill.wallet, 'wallet').address,
      matched_amount: amountText(fill.size_micros),
      price: amountText(fill.price_micros),
      fee_rate_bps: '0',
      outcome_index: fill.outcome,
      ...assetOf(fill, market),
    })),
    transaction_hash: `0x${taker.hash}`,
    trader_side: side,
    ...(isTaker && { fee: amountText(taker.fee_micros) }),
  };
}
