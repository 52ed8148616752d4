/** A builder trade in the format of the public clients: the same figures under other names. */
import {
  BUILDER_TRADES_PAGE,
  type BuilderTrade,
  type ClientBuilderTrade,
  type ClientBuilderTrades,
  END_CURSOR,
} from '@bellwether/contract';
import type { FillRow } from '../../schema/ledger-tables.ts';
import { amountText } from '../forms/decimal.ts';

/** Converts a builder trade; `fill` is its fill. */
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
