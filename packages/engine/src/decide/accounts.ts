/** Decides commands of accounts, wallets, keys, deposits and withdrawals. */
import type { BindWallet, Deposit, IssueApiKey, OpenAccount, RevokeApiKey, Withdraw } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { isReservedAddress, releasedAddress } from '../ledger/wallet.ts';
import {
  API_KEYS_EVER_PER_ACCOUNT_MAX,
  API_KEYS_PER_ACCOUNT_MAX,
  STARTING_BALANCES_MAX,
  WALLETS_PER_ACCOUNT_MAX,
} from '../limits.ts';
import { outOfRange, type Reject, reject } from '../reject.ts';
import { accountOf, committed, type FoundWallet, type State, walletOf } from '../state.ts';
import { type Address, accountId, isMicros, MICROS_MAX, type Micros, walletId, ZERO_MICROS } from '../units/units.ts';
import { heartbeatMissed } from './heartbeats.ts';
import { insufficientBalance } from './reservation.ts';

export function decideOpenAccount(state: Readonly<State>, command: OpenAccount): Decision {
  // No key controls such an address, but a released wallet must find its address free.
  if (isReservedAddress(command.address) || isReservedAddress(command.depositWallet))
    return reject('wallet_already_bound', { wallet: command.address });
  const known = state.accountsByAddress.get(command.address);
  const account = known ?? accountId(state.accounts.length);
  const { address, depositWallet } = known === undefined ? command : accountOf(state, known);
  const events: Event[] = known === undefined ? [{ kind: 'AccountOpened', account, address, depositWallet }] : [];
  let number = state.wallets.length;
  let held = committed(state.totals);
  for (const own of new Set<Address>([address, depositWallet])) {
    const holder = state.walletsByAddress.get(own);
    if (holder !== undefined) {
      if (!walletOf(state, holder).borrowed) continue;
      events.push({ kind: 'WalletReleased', wallet: holder, address: releasedAddress(holder) });
    }
    const credit = startingCredit(command.startingBalance, held);
    events.push({ kind: 'WalletBound', wallet: walletId(number++), account, address: own, credit });
    held += credit;
  }
  return accepted(events);
}

/**
 * The starting balance, or 0 once starting balances have reached their limit; the account opens anyway. `held` is what
 * the venue has committed so far.
 */
export function startingCredit(startingBalance: Micros, held: number): Micros {
  return held + startingBalance <= STARTING_BALANCES_MAX ? startingBalance : ZERO_MICROS;
}

export function decideBindWallet(state: Readonly<State>, { account, wallet: address }: BindWallet): Decision {
  const borrower = state.accounts[account];
  if (borrower === undefined) return reject('unknown_account');
  const known = state.walletsByAddress.get(address);
  if (known !== undefined && walletOf(state, known).account === account) return accepted([]);
  if (known !== undefined || state.accountsByAddress.has(address) || isReservedAddress(address))
    return reject('wallet_already_bound', { wallet: address });
  if (borrower.wallets.length >= WALLETS_PER_ACCOUNT_MAX)
    return reject('too_many_wallets', { count: borrower.wallets.length, maximum: WALLETS_PER_ACCOUNT_MAX });
  const wallet = walletId(state.wallets.length);
  return accepted([{ kind: 'WalletBound', wallet, account, address, credit: ZERO_MICROS }]);
}

export function decideIssueApiKey(state: Readonly<State>, command: IssueApiKey): Decision {
  const holder = state.accounts[command.account];
  if (holder === undefined) return reject('unknown_account');
  const known = state.apiKeys.get(command.apiKey);
  if (known === undefined) {
    if (holder.apiKeys.size >= API_KEYS_PER_ACCOUNT_MAX)
      return reject('too_many_api_keys', { maximum: API_KEYS_PER_ACCOUNT_MAX });
    if (holder.keysIssued >= API_KEYS_EVER_PER_ACCOUNT_MAX)
      return reject('too_many_api_keys', { maximum: API_KEYS_EVER_PER_ACCOUNT_MAX });
    const { account, apiKey, nonce } = command;
    return accepted([{ kind: 'ApiKeyIssued', account, apiKey, nonce }]);
  }
  if (known.account !== command.account) return reject('unknown_api_key');
  return known.revoked ? reject('api_key_revoked') : accepted([]);
}

export function decideRevokeApiKey(state: Readonly<State>, command: RevokeApiKey): Decision {
  const known = state.apiKeys.get(command.apiKey);
  if (known === undefined || known.account !== command.account) return reject('unknown_api_key');
  if (known.revoked) return accepted([]);
  const events: Event[] = [{ kind: 'ApiKeyRevoked', account: command.account, apiKey: command.apiKey }];
  const armed = state.heartbeats.get(command.apiKey);
  // The key can no longer send heartbeats: cancel the orders that it guards now rather than never.
  if (armed !== null) events.push(heartbeatMissed(state, armed, 'key_revoked'));
  return accepted(events);
}

export function decideDeposit(state: Readonly<State>, command: Deposit): Decision {
  const found = namedWallet(state, command);
  if (found.kind === 'reject') return found;
  const { account, address, borrowed } = found.wallet;
  // The money could be for the borrower or the owner: the operator has to name an owned wallet instead.
  if (borrowed) return reject('wallet_borrowed', { wallet: address, account: accountOf(state, account).address });
  if (committed(state.totals) + command.amount > MICROS_MAX) return reject('deposit_limit', { maximum: MICROS_MAX });
  return accepted([{ kind: 'Deposited', wallet: command.wallet, amount: command.amount }]);
}

export function decideWithdraw(state: Readonly<State>, command: Withdraw): Decision {
  const found = namedWallet(state, command);
  if (found.kind === 'reject') return found;
  const { free } = found.wallet;
  if (free < command.amount)
    return insufficientBalance(state, found.wallet.account, [found.wallet], { cost: command.amount, fee: ZERO_MICROS });
  return accepted([{ kind: 'Withdrawn', wallet: command.wallet, amount: command.amount }]);
}

/** The wallet of a deposit or withdrawal, if it still has the given address and the amount is valid. */
function namedWallet(
  state: Readonly<State>,
  { wallet: id, address, amount }: Deposit | Withdraw,
): FoundWallet | Reject {
  const wallet = state.wallets[id];
  if (wallet === undefined || (address !== undefined && address !== wallet.address)) return reject('unknown_wallet');
  if (!isMicros(amount) || amount === 0) return outOfRange(amount, MICROS_MAX);
  return { kind: 'found', wallet };
}
