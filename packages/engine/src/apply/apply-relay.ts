/** Applies events of relayed transactions. */
import { deposit } from '../ledger/balances.ts';
import { accountOf, walletOf } from '../lookup.ts';
import type { RelayEvent, TransactionRelayed, WalletClaimed } from '../relay/events.ts';
import { schemeOf } from '../relay/nonces.ts';
import type { State } from '../state.ts';
import { assert } from '../units/assert.ts';

export function applyRelayEvent(state: State, event: RelayEvent): void {
  if (event.kind === 'WalletClaimed') applyWalletClaimed(state, event);
  else applyTransactionRelayed(state, event);
}

function applyWalletClaimed(state: State, event: WalletClaimed): void {
  const wallet = walletOf(state, event.wallet);
  assert(wallet.borrowed, `wallet ${event.wallet} is not borrowed`);
  wallet.borrowed = false;
  deposit(state, wallet, event.credit);
}

function applyTransactionRelayed(state: State, event: TransactionRelayed): void {
  const scheme = schemeOf(event.type);
  if (scheme === null) return;
  const { relayNonces } = accountOf(state, event.account);
  assert(event.nonce === relayNonces[scheme], `nonce ${event.nonce} of account ${event.account} is out of turn`);
  relayNonces[scheme]++;
}
