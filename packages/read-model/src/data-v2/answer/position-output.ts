/** A position under the names of the second data interface. Its figures are those of `/positions`. */
import { type DataV2Position, NO_END_DATE, NO_END_DAY } from '@bellwether/contract';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { MarketText, WalletOwner } from '../../ledger/query/ledger-context.ts';
import {
  averageMicros,
  type PositionSums,
  percent,
  sumNumber,
  userPosition,
  type Valued,
} from '../../portfolio/answer/portfolio-output.ts';
import type { PositionRow } from '../query/positions.ts';

export type ValuedRow = Valued & { readonly position: PositionRow };

export function dataV2Position(
  one: ValuedRow,
  sums: PositionSums,
  market: MarketText,
  owner: WalletOwner,
): DataV2Position {
  const { position, valueMicros } = one;
  const { shares_micros: shares, cost_micros: cost } = position;
  const known = userPosition(one, sums, market, owner);
  const isOpen = shares > 0;
  const average = isOpen
    ? averageMicros(BigInt(cost), BigInt(shares))
    : averageMicros(BigInt(sums.spent), BigInt(sums.bought));
  // In micros of micros: all shares ever bought at the average price.
  const paid = BigInt(sums.bought) * BigInt(average);
  const isRedeemable = isOpen && known.redeemable;
  const tokens = position.outcome === 0 ? [market.token_0, market.token_1] : [market.token_1, market.token_0];
  const [token = '', opposite = ''] = tokens;
  return {
    proxy_wallet: known.proxyWallet,
    token_id: token,
    condition_id: known.conditionId,
    current_size: known.size,
    avg_price: unitsNumber(average),
    entry_cost_usdc: known.initialValue,
    entry_fees_usdc: sumNumber(position.entry_fees),
    total_cost_usdc: sumNumber(String(BigInt(cost) + BigInt(position.entry_fees))),
    current_price: known.curPrice,
    current_value: known.currentValue,
    total_size: known.totalBought,
    realized_pnl: known.realizedPnl,
    unrealized_pnl: known.cashPnl,
    total_pnl: sumNumber(String(BigInt(sums.realized) + BigInt(valueMicros - cost))),
    percent_pnl: known.percentPnl,
    percent_realized_pnl: percent(BigInt(valueMicros) * 1_000_000n - paid, paid),
    status: isOpen ? (isRedeemable ? 'REDEEMABLE' : 'OPEN') : 'CLOSED',
    redeemable: isRedeemable,
    mergeable: isOpen && known.mergeable,
    negative_risk: known.negativeRisk,
    archived: position.archived === 1,
    title: known.title,
    slug: known.slug,
    icon: known.icon,
    event_id: market.event === null ? '' : String(market.event),
    event_slug: known.eventSlug,
    outcome: known.outcome,
    outcome_index: known.outcomeIndex,
    opposite_outcome: known.oppositeOutcome,
    opposite_token_id: opposite,
    end_date: market.end_date === NO_END_DATE ? NO_END_DAY : market.end_date.slice(0, NO_END_DAY.length),
    last_event_at: position.changed_s,
    first_entry_at: position.first_s,
    name: shownName(owner),
    profile_image: owner.profile_image,
    verified: false,
  };
}
