/** `GET /balance-allowance`: what a wallet owns, as clients of a chain-settled venue ask for it. */
import type { BalanceAllowance, BalanceAllowanceQuery } from '@bellwether/contract';
import { type Account, isTokenId, type State, type Wallet, walletOf } from '@bellwether/engine';
import { type Failure, failure } from '../failure.ts';

/** Nothing has to be allowed here: balances are the venue's own entries. */
const NO_LIMIT = (2n ** 256n - 1n).toString();

export function balanceAllowance(
  { asset_type, token_id = '', signature_type = '' }: BalanceAllowanceQuery,
  account: Account,
  state: Readonly<State>,
  /** Contracts that orders are signed for. */
  spenders: readonly string[],
): BalanceAllowance | Failure {
  const wallet = walletOf(state, walletFor(account, signature_type));
  const balance = asset_type === 'COLLATERAL' ? wallet.free + wallet.held : shares(token_id, wallet, state);
  if (typeof balance !== 'number') return balance;
  return { balance: String(balance), allowances: Object.fromEntries(spenders.map((spender) => [spender, NO_LIMIT])) };
}

function shares(token: string, wallet: Wallet, state: Readonly<State>): number | Failure {
  const known = isTokenId(token) ? state.tokens.get(token) : undefined;
  if (known === undefined) return failure('invalid_token_id');
  const position = wallet.positions.get(known.market);
  return position === undefined ? 0 : position.free[known.outcome] + position.held[known.outcome];
}

/** Type 0 trades from the account's own wallet; the others from its deposit wallet, or the one it bound last. */
function walletFor({ wallets }: Account, signatureType: string) {
  const wallet = signatureType === '' || signatureType === '0' ? wallets[0] : wallets.at(-1);
  if (wallet === undefined) throw new Error('an account has no wallet');
  return wallet;
}
