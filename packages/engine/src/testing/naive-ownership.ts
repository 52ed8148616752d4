/** Who may act for a wallet in the naive exchange: its owner, and for orders its keys. Tests only. */
import type { PlaceOrder } from '../command.ts';
import type { RejectCode } from '../reject.ts';
import type { NaiveState } from './naive-state.ts';

type Acting = Pick<PlaceOrder, 'account' | 'wallet'>;

export function ownershipProblem(state: NaiveState, command: Acting) {
  if (state.accounts[command.account] === undefined) return 'unknown_account';
  const wallet = state.wallets[command.wallet];
  if (wallet === undefined) return 'unknown_wallet';
  return wallet.account === command.account ? null : 'wallet_not_owned';
}

export const trades = (scopes: readonly string[]): boolean => scopes.includes('ALL') || scopes.includes('CLOB');

/** Why an account may not place orders for a wallet; null if it may. */
export function tradingProblem(state: NaiveState, order: Acting, timeMs: number): RejectCode | null {
  const problem = ownershipProblem(state, order);
  if (problem !== 'wallet_not_owned') return problem;
  const { address } = state.accounts[order.account]!;
  const signer = state.signers.find(({ wallet, key }) => wallet === order.wallet && key === address);
  if (signer === undefined) return problem;
  if (signer.ended || timeMs >= signer.expiration * 1000) return 'key_ended';
  return trades(signer.scopes) ? null : 'key_scope';
}
