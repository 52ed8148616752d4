/**
 * An account's own address and its deposit wallet belong to its signer, even if earlier journal entries say otherwise.
 * The engine returns them; this module decides when to ask the engine.
 */
import { type Account, type Address, type OpenAccount, type State, walletOf } from '@bellwether/engine';
import type { Exchange } from '@bellwether/ports/exchange.ts';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { AppDependencies, GatewaySettings } from './dependencies.ts';
import { depositWalletOf } from './relay/wallets.ts';

export function openAccount(address: Address, startingBalance: OpenAccount['startingBalance']): OpenAccount {
  return { kind: 'OpenAccount', address, depositWallet: depositWalletOf(address), startingBalance };
}

/** Refuses to open an account for an address that the operator has not added; null if it may join or has joined. */
export function refuseUnlisted(
  { settings, view, houseAccounts }: Pick<AppDependencies, 'settings' | 'view' | 'houseAccounts'>,
  address: Address,
): Failure | null {
  if (settings.join === 'open' || view.state.accountsByAddress.has(address) || houseAccounts.has(address)) return null;
  return failure('not_listed', { address });
}

/** The account of an address or of one of its own wallets. A lent address is its owner's, who may join. */
export function accountAt(state: Readonly<State>, address: Address): Account | null {
  const wallet = state.wallets[state.walletsByAddress.get(address) ?? -1];
  const owner = wallet?.borrowed === false ? wallet.account : -1;
  return state.accounts[state.accountsByAddress.get(address) ?? owner] ?? null;
}

/** True if the account of `address` is open and no other account has one of its two wallets. */
export function hasOwnWallets(state: Readonly<State>, address: Address): boolean {
  const account = state.accounts[state.accountsByAddress.get(address) ?? -1];
  if (account === undefined) return false;
  return [account.address, account.depositWallet].every((own) => {
    const wallet = state.walletsByAddress.get(own);
    return wallet !== undefined && !walletOf(state, wallet).borrowed;
  });
}

/**
 * Prepares wallets at start, before clients can reach the venue. Accounts get back wallets that others hold, and a venue
 * that lends no wallets takes back every lent address. Throws `ExchangeUnavailable`.
 */
export async function prepareWallets(
  exchange: Exchange,
  state: Readonly<State>,
  { lendsWallets, startingBalance }: Pick<GatewaySettings, 'lendsWallets' | 'startingBalance'>,
): Promise<void> {
  for (const { address } of [...state.accounts]) {
    if (!hasOwnWallets(state, address)) await exchange.submit(openAccount(address, startingBalance));
  }
  if (lendsWallets) return;
  for (;;) {
    const { kind } = await exchange.submit({ kind: 'ReleaseWallets' });
    if (kind !== 'accepted') return;
  }
}
