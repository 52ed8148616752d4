/** The wallet and the market that a command names, or the refusal. */
import type { Wallet } from '../ledger/wallet.ts';
import { hasEnded, isPastClose, type Market } from '../market/market.ts';
import { type Reject, reject } from '../reject.ts';
import type { State } from '../state.ts';
import type { AccountId, MarketId, WalletId } from '../units/units.ts';

export interface FoundWallet {
  readonly kind: 'found';
  readonly wallet: Wallet;
  /** Wallets whose free collateral counts, if not `wallet` alone. */
  readonly purses?: readonly Wallet[];
}

export function ownedWallet(state: Readonly<State>, account: AccountId, wallet: WalletId): FoundWallet | Reject {
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const found = state.wallets[wallet];
  if (found === undefined) return reject('unknown_wallet');
  return found.account === account
    ? { kind: 'found', wallet: found }
    : reject('wallet_not_owned', { wallet: found.address });
}

interface FoundMarket {
  readonly kind: 'found';
  readonly market: Market;
}

/** The market if it is neither resolved nor closed: its shares can be split, merged and converted. */
export function openMarket(state: Readonly<State>, id: MarketId): FoundMarket | Reject {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  return { kind: 'found', market };
}

/** Refuses orders in a market at `timeMs`, or returns null. */
export function refuseTrading(market: Market, timeMs: number): Reject | null {
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  if (isPastClose(market, timeMs)) {
    return reject('trading_ended', { market: market.conditionId, closeTimeMs: market.closeTimeMs ?? 0 });
  }
  return market.active && market.acceptingOrders ? null : reject('market_not_accepting_orders', stoppedAt(market));
}

/** The market, its status and, if the venue saw it stop, the time since when it takes no orders. */
function stoppedAt({ conditionId, status, stoppedMs }: Market): Reject['details'] {
  return { market: conditionId, status, ...(stoppedMs !== null && { stoppedMs }) };
}
