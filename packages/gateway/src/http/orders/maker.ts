/** The wallet that an order is for, and refusals of one that its signer may not trade. */
import {
  type AccountId,
  type Address,
  accountOf,
  type BindAndPlace,
  type PlaceOrder,
  type RejectCode,
  refuseKey,
  type State,
  type WalletId,
} from '@bellwether/engine';
import { explained, type Failure } from '@bellwether/wire/failure.ts';
import { walletAddresses } from '../accounts/account.ts';
import { rejectFailure } from '../reject-failure.ts';

/** The exchange's codes for rejects about a maker that is not the account's. */
export const MAKER_REJECTS: ReadonlySet<RejectCode> = new Set([
  'unknown_wallet',
  'wallet_not_owned',
  'wallet_already_bound',
]);

export function foreignMaker(account: AccountId, maker: string, state: Readonly<State>): Failure {
  return explained('maker_not_allowed', { maker, wallets: walletAddresses(accountOf(state, account), state) });
}

/**
 * The same for a maker that the exchange refused. A wallet never changes hands, so an order that reached the exchange for
 * another's wallet was a key's, which its owner has revoked since.
 */
export function refusedMaker(command: PlaceOrder | BindAndPlace, maker: string, state: Readonly<State>): Failure {
  if (command.kind === 'BindAndPlace') return foreignMaker(command.order.account, maker, state);
  return explained('unknown_key', { key: accountOf(state, command.account).address, wallet: maker });
}

/** The maker's wallet, if `key` is one of its keys and may place orders. The exchange decides about its end. */
export function makerOfKey(maker: Address, key: Address, state: Readonly<State>): WalletId | Failure {
  const wallet = state.wallets[state.walletsByAddress.get(maker) ?? -1];
  if (wallet === undefined) return explained('unknown_key', { key, wallet: maker });
  const refusal = refuseKey(state, key, wallet, state.timeMs);
  return refusal === null ? wallet.id : rejectFailure(refusal);
}
