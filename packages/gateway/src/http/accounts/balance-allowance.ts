/** `GET /balance-allowance`: the balance of a wallet, in the form that clients of a chain-settled venue expect. */
import { type BalanceAllowance, type BalanceAllowanceQuery, marketVersion } from '@bellwether/contract';
import { type Account, type Address, isTokenId, type State, type Wallet, walletOf } from '@bellwether/engine';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { DerivedWallets } from '../relay/wallets.ts';

/** Allowance in every answer: none is needed here, because balances are the venue's own entries. */
const NO_LIMIT = (2n ** 256n - 1n).toString();

export function balanceAllowance(
  { asset_type, token_id = '', signature_type = '' }: BalanceAllowanceQuery,
  account: Account,
  state: Readonly<State>,
  /** Wallets derived from the account's address for the public clients. */
  derived: DerivedWallets,
  /** Contracts that orders are signed for. */
  spenders: readonly string[],
): BalanceAllowance | Failure {
  const wallet = walletFor(account, signature_type, state, derived);
  const balance =
    asset_type === 'COLLATERAL'
      ? collateral(wallet, account, state)
      : shares(token_id, asset_type === 'CONDITIONAL-V2', wallet, state);
  if (typeof balance !== 'number') return balance;
  return { balance: String(balance), allowances: Object.fromEntries(spenders.map((spender) => [spender, NO_LIMIT])) };
}

function shares(token: string, isV2: boolean, wallet: Wallet, state: Readonly<State>): number | Failure {
  const known = isTokenId(token) ? state.tokens.get(token) : undefined;
  const conditionId = known === undefined ? undefined : state.markets[known.market]?.conditionId;
  if (known === undefined || (isV2 && marketVersion(conditionId ?? '', token) !== 'v2'))
    return failure(token === '' ? 'token_id_missing' : 'invalid_token_id');
  const position = wallet.positions.get(known.market);
  return position === undefined ? 0 : position.free[known.outcome] + position.held[known.outcome];
}

/** Collateral of a wallet. A borrowed wallet may also draw from the account's own wallets. */
function collateral({ free, held, borrowed }: Wallet, account: Account, state: Readonly<State>): number {
  if (!borrowed) return free + held;
  const own = new Set([account.address, account.depositWallet]);
  return [...own].reduce((sum, address) => sum + (ownedAt(address, account, state)?.free ?? 0), free + held);
}

function ownedAt(address: Address, account: Account, state: Readonly<State>): Wallet | undefined {
  const wallet = state.wallets[state.walletsByAddress.get(address) ?? -1];
  return wallet?.account === account.id ? wallet : undefined;
}

const SCHEMES: Readonly<Record<string, readonly (keyof DerivedWallets)[]>> = {
  1: ['PROXY'],
  2: ['SAFE'],
  3: ['WALLET', 'EARLIER_WALLET'],
};

/**
 * Wallet for a signature type. Type 0 trades from the account's own wallet. The others use the deployed wallet of their
 * kind, else the most recently borrowed wallet, else the deposit wallet.
 */
function walletFor(account: Account, signatureType: string, state: Readonly<State>, derived: DerivedWallets): Wallet {
  for (const scheme of SCHEMES[signatureType] ?? []) {
    const deployed = ownedAt(derived[scheme] as Address, account, state);
    if (deployed !== undefined && !deployed.borrowed) return deployed;
  }
  const own = ownedAt(account.address, account, state);
  const isDirect = signatureType === '' || signatureType === '0';
  const lent = account.wallets.findLast((id) => walletOf(state, id).borrowed);
  const wallet = isDirect
    ? own
    : lent === undefined
      ? ownedAt(account.depositWallet, account, state)
      : walletOf(state, lent);
  if (wallet === undefined) throw new Error('an account has no wallet');
  return wallet;
}
