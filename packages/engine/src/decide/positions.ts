/** Decides splits, merges and conversions. They do not affect the book: only a disabled venue refuses them. */

import { accepted, type Decision } from '../decision.ts';
import { freeShares } from '../ledger/balances.ts';
import { hasEnded, type Market, stoppedAt } from '../market/market.ts';
import type { ConvertPositions, MergePositions, SplitPosition } from '../positions/commands.ts';
import { outOfRange, type Reject, reject } from '../reject.ts';
import { type FoundWallet, ownedWallet, type State } from '../state.ts';
import { isMicros, type MarketId, MICROS_MAX, type Micros, micros, ZERO_MICROS } from '../units/units.ts';
import { insufficientBalance, insufficientPosition } from './reservation.ts';

/** Position commands are never duplicates. */
export type PositionDecision = Exclude<Decision, { readonly kind: 'duplicate' }>;

function refuseAmount(amount: Micros): Reject | null {
  return isMicros(amount) && amount > 0 ? null : outOfRange(amount, MICROS_MAX);
}

/** `found` replaces the command's wallet if it differs from the state; the caller guarantees that the account owns it. */
export function decideSplit(
  state: Readonly<State>,
  command: SplitPosition,
  found: FoundWallet | Reject = ownedWallet(state, command.account, command.wallet),
): PositionDecision {
  if (state.mode === 'disabled') return reject('mode_disabled', { mode: state.mode });
  if (found.kind === 'reject') return found;
  const market = openMarket(state, command.market);
  if (market.kind === 'reject') return market;
  const refusal = refuseAmount(command.amount);
  if (refusal !== null) return refusal;
  if (found.wallet.free < command.amount)
    return insufficientBalance(state, command.account, [found.wallet], { cost: command.amount, fee: ZERO_MICROS });
  const { wallet, amount } = command;
  return accepted([{ kind: 'PositionSplit', wallet, market: command.market, amount }]);
}

/** `found` as in `decideSplit`. */
export function decideMerge(
  state: Readonly<State>,
  command: MergePositions,
  found: FoundWallet | Reject = ownedWallet(state, command.account, command.wallet),
): PositionDecision {
  if (state.mode === 'disabled') return reject('mode_disabled', { mode: state.mode });
  if (found.kind === 'reject') return found;
  const market = openMarket(state, command.market);
  if (market.kind === 'reject') return market;
  const refusal = refuseAmount(command.amount);
  if (refusal !== null) return refusal;
  const { wallet, amount } = command;
  // The outcome with fewer free shares limits the number of pairs.
  const [first, second] = ([0, 1] as const).map((outcome) => freeShares(found.wallet, command.market, outcome));
  const outcome = (first ?? 0) <= (second ?? 0) ? 0 : 1;
  if (freeShares(found.wallet, command.market, outcome) < amount)
    return insufficientPosition(state, command.account, found.wallet, command.market, outcome, amount);
  return accepted([{ kind: 'PositionsMerged', wallet, market: command.market, amount }]);
}

/** `found` as in `decideSplit`. */
export function decideConvert(
  state: Readonly<State>,
  command: ConvertPositions,
  found: FoundWallet | Reject = ownedWallet(state, command.account, command.wallet),
): PositionDecision {
  if (state.mode === 'disabled') return reject('mode_disabled', { mode: state.mode });
  if (found.kind === 'reject') return found;
  const catalogEvent = state.catalogEvents.get(command.catalogEvent);
  if (catalogEvent === undefined) return reject('unknown_catalog_event', { eventId: String(command.catalogEvent) });
  if (!catalogEvent.negRisk) return reject('not_neg_risk');
  const chosen = new Set(command.markets);
  if (catalogEvent.markets.length < 2) return reject('conversion_invalid', { reason: 'the event has one market only' });
  if (chosen.size === 0 || chosen.size !== command.markets.length) {
    return reject('conversion_invalid', { reason: 'markets must be named once each, at least one' });
  }
  const given: MarketId[] = [];
  const received: MarketId[] = [];
  for (const id of catalogEvent.markets) {
    const market = openMarket(state, id);
    if (market.kind === 'reject') return market;
    (chosen.delete(id) ? given : received).push(id);
  }
  if (chosen.size > 0) return reject('conversion_invalid', { reason: 'a market does not belong to the event' });
  const refusal = refuseAmount(command.amount);
  if (refusal !== null) return refusal;
  for (const id of given) {
    if (freeShares(found.wallet, id, 1) < command.amount)
      return insufficientPosition(state, command.account, found.wallet, id, 1, command.amount);
  }
  const { wallet, amount } = command;
  // The given shares are claims on at least this amount: the payout never exceeds the collateral in the venue.
  const collateral = micros(amount * (given.length - 1));
  const event = command.catalogEvent;
  return accepted([{ kind: 'PositionsConverted', wallet, catalogEvent: event, given, received, amount, collateral }]);
}

type FoundMarket = { readonly kind: 'found'; readonly market: Market };

/** The market if it is neither resolved nor closed: its shares can be split, merged and converted. */
function openMarket(state: Readonly<State>, id: MarketId): FoundMarket | Reject {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  return { kind: 'found', market };
}
