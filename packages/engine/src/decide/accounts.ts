/** Decides commands of accounts, wallets, keys, deposits and withdrawals. */
import type { BindWallet, Deposit, IssueApiKey, OpenAccount, RevokeApiKey, Withdraw } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { reject } from '../reject.ts';
import type { State } from '../state.ts';
import { type AccountId, type Address, accountId, walletId } from '../units/ids.ts';
import { isMicros, MICROS_MAX, type Micros } from '../units/micros.ts';
import { accepted } from './accepted.ts';
import { heartbeatMissed } from './heartbeats.ts';

export function decideOpenAccount(state: Readonly<State>, command: OpenAccount): Decision {
  if (state.accountsByAddress.has(command.address)) return accepted([]);
  const account = accountId(state.accounts.length);
  const { address, depositWallet } = command;
  const events: Event[] = [{ kind: 'AccountOpened', account, address, depositWallet }];
  let total = 0;
  for (const wallet of new Set<Address>([address, depositWallet])) {
    if (state.walletsByAddress.has(wallet)) continue;
    events.push(bound(state, account, wallet, command.startingBalance, events.length - 1));
    total += command.startingBalance;
  }
  return refuseDeposit(state, total) ?? accepted(events);
}

export function decideBindWallet(state: Readonly<State>, command: BindWallet): Decision {
  if (state.accounts[command.account] === undefined) return reject('unknown_account');
  const known = state.walletsByAddress.get(command.wallet);
  if (known !== undefined) {
    return state.wallets[known]?.account === command.account
      ? accepted([])
      : reject('wallet_already_bound', { wallet: command.wallet });
  }
  const refusal = refuseDeposit(state, command.startingBalance);
  return refusal ?? accepted([bound(state, command.account, command.wallet, command.startingBalance, 0)]);
}

function bound(state: Readonly<State>, account: AccountId, address: Address, credit: Micros, offset: number): Event {
  return { kind: 'WalletBound', wallet: walletId(state.wallets.length + offset), account, address, credit };
}

export function decideIssueApiKey(state: Readonly<State>, command: IssueApiKey): Decision {
  if (state.accounts[command.account] === undefined) return reject('unknown_account');
  const known = state.apiKeys.get(command.apiKey);
  if (known === undefined) {
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
  // Nobody can beat for the key any more: what it was to guard ends now rather than never.
  if (armed !== null) events.push(heartbeatMissed(state, armed, 'key_revoked'));
  return accepted(events);
}

export function decideDeposit(state: Readonly<State>, command: Deposit): Decision {
  if (state.wallets[command.wallet] === undefined) return reject('unknown_wallet');
  if (!isMicros(command.amount) || command.amount === 0)
    return reject('amount_out_of_range', { amount: command.amount, maximum: MICROS_MAX });
  const refusal = refuseDeposit(state, command.amount);
  return refusal ?? accepted([{ kind: 'Deposited', wallet: command.wallet, amount: command.amount }]);
}

/** All deposits together stay within what exact arithmetic can carry. */
function refuseDeposit(state: Readonly<State>, amount: number): Decision | null {
  return state.totals.deposits + amount <= MICROS_MAX ? null : reject('deposit_limit', { maximum: MICROS_MAX });
}

export function decideWithdraw(state: Readonly<State>, command: Withdraw): Decision {
  const wallet = state.wallets[command.wallet];
  if (wallet === undefined) return reject('unknown_wallet');
  if (!isMicros(command.amount) || command.amount === 0)
    return reject('amount_out_of_range', { amount: command.amount, maximum: MICROS_MAX });
  if (wallet.free < command.amount)
    return reject('insufficient_balance', { balance: wallet.free, needed: command.amount });
  return accepted([{ kind: 'Withdrawn', wallet: command.wallet, amount: command.amount }]);
}
