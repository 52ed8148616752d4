/** Holders and builder trades as rows of their answers. */
import type { BuilderMakerOrder, BuilderTrade, Holder } from '@bellwether/contract';
import type { BuilderTradeMarket, WalletAddresses } from '../../queries/ledger/builder-trades.ts';
import type { Holding } from '../../queries/ledger/data.ts';
import type { WalletOwner } from '../../queries/ledger/ledger-context.ts';
import { FILLS_PER_TRADE_MAX, type FillRow, KIND_SELL, KIND_TAKER } from '../../schema/ledger-tables.ts';
import { shownName } from '../accounts/shown-profile.ts';
import { decimalText, unitsNumber } from '../catalog/catalog-prices.ts';
import { amountText } from '../forms/decimal.ts';

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

/** Lookups for rows of builder trades. */
export interface BuilderTradeContext {
  readonly market: BuilderTradeMarket;
  readonly owners: ReadonlyMap<number, WalletAddresses>;
  /** Public order ids by number. */
  readonly orderIds: ReadonlyMap<number, string>;
  /** Builder code of the fill. */
  readonly builder: string;
}

/** One order's part in a trade. `fills` are all fills of the trade, taker first; `fill` is one among them. */
export function builderTrade(fill: FillRow, fills: readonly FillRow[], context: BuilderTradeContext): BuilderTrade {
  const { market, owners, orderIds, builder } = context;
  const [taker] = fills;
  const isTaker = (fill.kind & KIND_TAKER) !== 0;
  const owner = known(owners, fill.wallet);
  const time = new Date(fill.time_s * 1_000).toISOString();
  const makers = isTaker ? fills.filter(({ kind }) => (kind & KIND_TAKER) === 0) : [fill];
  return {
    id: String(Math.floor(fill.id / FILLS_PER_TRADE_MAX)),
    taker_order_id: known(orderIds, (taker ?? fill).order_number),
    market: market.condition_id,
    asset_id: fill.outcome === 0 ? market.token_0 : market.token_1,
    side: sideOf(fill),
    size: amountText(fill.size_micros),
    fee_rate_bps: isTaker ? String(market.taker_fee_rate) : '0',
    price: decimalText(fill.price_micros, 6),
    status: 'CONFIRMED',
    outcome: outcomeOf(fill, market),
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
  const owner = known(owners, fill.wallet);
  return {
    order_id: known(orderIds, fill.order_number),
    maker_address: owner.address,
    owner: owner.account_address,
    matched_amount: amountText(fill.size_micros),
    fee_rate_bps: '0',
    price: decimalText(fill.price_micros, 6),
    asset_id: fill.outcome === 0 ? market.token_0 : market.token_1,
    outcome: outcomeOf(fill, market),
    side: sideOf(fill),
  };
}

const sideOf = ({ kind }: FillRow): 'BUY' | 'SELL' => ((kind & KIND_SELL) === 0 ? 'BUY' : 'SELL');
const outcomeOf = ({ outcome }: FillRow, market: BuilderTradeMarket): string =>
  outcome === 0 ? market.outcome_0 : market.outcome_1;

/** Looks up a row. Rows refer only to earlier rows, so a missing one is a bug in the projections and throws. */
export function known<Value>(values: ReadonlyMap<number, Value>, key: number): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`the read store has nothing for ${key}`);
  return value;
}
