/** A trade as one of its participants sees it: `GET /data/trades`. */
import type { OwnTrade } from '@bellwether/contract';
import type { MarketText, WalletOwner } from '../../queries/ledger/ledger-context.ts';
import { FILLS_PER_TRADE_MAX, type FillRow, KIND_SELL } from '../../schema/ledger-tables.ts';
import { decimalText } from '../catalog/catalog-prices.ts';
import { amountText } from '../forms/decimal.ts';
import { known } from './data.ts';

/** Placeholder for the API key of another account, which stays secret. */
const OTHERS_KEY = '00000000-0000-0000-0000-000000000000';

export interface OwnTradeContext {
  readonly market: MarketText;
  /** In 1/10000. */
  readonly takerFeeRate: number;
  readonly owners: ReadonlyMap<number, WalletOwner>;
  /** Public order ids by number. */
  readonly orderIds: ReadonlyMap<number, string>;
  /** API key of the caller. */
  readonly apiKey: string;
}

/** Builds the answer. `makers`: all of the trade for its taker, the caller's own for a maker. */
export function ownTrade(
  taker: FillRow,
  makers: readonly FillRow[],
  side: 'TAKER' | 'MAKER',
  context: OwnTradeContext,
): OwnTrade {
  const { market, takerFeeRate, owners, orderIds, apiKey } = context;
  const isTaker = side === 'TAKER';
  const own = isTaker ? taker : (makers[0] ?? taker);
  const time = String(taker.time_s);
  return {
    id: String(Math.floor(taker.id / FILLS_PER_TRADE_MAX)),
    taker_order_id: known(orderIds, taker.order_number),
    ...assetOf(taker, market),
    market: market.condition_id,
    size: amountText(taker.size_micros),
    fee_rate_bps: String(takerFeeRate),
    price: decimalText(taker.price_micros, 6),
    status: 'CONFIRMED',
    match_time: time,
    last_update: time,
    bucket_index: 0,
    owner: apiKey,
    maker_address: known(owners, own.wallet).address,
    maker_orders: makers.map((fill) => ({
      order_id: known(orderIds, fill.order_number),
      owner: isTaker ? OTHERS_KEY : apiKey,
      maker_address: known(owners, fill.wallet).address,
      matched_amount: amountText(fill.size_micros),
      price: decimalText(fill.price_micros, 6),
      fee_rate_bps: '0',
      outcome_index: fill.outcome,
      ...assetOf(fill, market),
    })),
    transaction_hash: `0x${taker.hash}`,
    trader_side: side,
    ...(isTaker && { fee: amountText(taker.fee_micros) }),
  };
}

function assetOf({ outcome, kind }: FillRow, market: MarketText) {
  const isFirst = outcome === 0;
  return {
    asset_id: isFirst ? market.token_0 : market.token_1,
    outcome: isFirst ? market.outcome_0 : market.outcome_1,
    side: (kind & KIND_SELL) === 0 ? ('BUY' as const) : ('SELL' as const),
  };
}
