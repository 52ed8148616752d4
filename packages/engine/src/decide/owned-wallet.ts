/** Finds a wallet and checks that the account owns it. */
import type { Wallet } from '../ledger/wallet.ts';
import { type Reject, reject } from '../reject.ts';
import type { State } from '../state.ts';
import type { AccountId, WalletId } from '../units/ids.ts';

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
