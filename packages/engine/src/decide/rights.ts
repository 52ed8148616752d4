/**
 * Decides roles, tokens and suspensions, in every mode: rights must be revocable whatever the venue is doing. Refuses
 * what a suspended account does.
 */
import type { Command } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { ADMIN_TOKENS_MAX, STEPS_PER_COMMAND_MAX } from '../limits.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { type Reject, reject } from '../reject.ts';
import type { IssueToken, NoteAct, ResumeAccount, RevokeToken, SetRole, SuspendAccount } from '../rights/commands.ts';
import { moderates } from '../rights/roles.ts';
import { accountOf, type State, walletOf } from '../state.ts';
import type { AccountId } from '../units/units.ts';
import { canceled } from './cancel.ts';

/** A moderator's mark follows the role, so that comments need to know the mark alone. */
export function decideSetRole({ accounts, community, rights }: Readonly<State>, { account, role }: SetRole): Decision {
  if (accounts[account] === undefined) return reject('unknown_account');
  const events: Event[] = [];
  if (rights.roleOf(account) !== role) events.push({ kind: 'RoleSet', account, role });
  const moderator = moderates(role);
  if (community.moderators.has(account) !== moderator) events.push({ kind: 'ModeratorSet', account, moderator });
  return accepted(events);
}

const TOKEN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
const TOKEN_HASH = /^[0-9a-f]{64}$/;

export function decideIssueToken({ rights }: Readonly<State>, command: IssueToken, timeMs: number): Decision {
  const { name, hash, role, expires } = command;
  const invalid = (reason: string): Reject => reject('token_invalid', { reason });
  if (!TOKEN_NAME.test(name))
    return invalid(
      'name must have 1 to 40 letters, digits, dots, hyphens and underscores, and begin with one of the first two',
    );
  if (!TOKEN_HASH.test(hash)) return invalid('hash must have 64 hex digits');
  if (role === 'trader') return invalid('role must not be trader, who needs no token');
  if (expires * 1000 <= timeMs) return invalid('expires must be in the future');
  const known = rights.tokens.get(name);
  if (known !== undefined && known.expires * 1000 > timeMs) return reject('token_name_taken', { name });
  if (known === undefined && rights.tokens.size >= ADMIN_TOKENS_MAX)
    return reject('too_many_tokens', { maximum: ADMIN_TOKENS_MAX });
  return accepted([{ kind: 'TokenIssued', name, hash, role, expires }]);
}

export function decideRevokeToken({ rights }: Readonly<State>, { name }: RevokeToken): Decision {
  return rights.tokens.has(name) ? accepted([{ kind: 'TokenRevoked', name }]) : reject('unknown_admin_token', { name });
}

export function decideSuspension(
  { accounts, rights }: Readonly<State>,
  { kind, account }: SuspendAccount | ResumeAccount,
): Decision {
  if (accounts[account] === undefined) return reject('unknown_account');
  const suspends = kind === 'SuspendAccount';
  if (rights.suspended.has(account) === suspends) return accepted([]);
  return accepted([{ kind: suspends ? 'AccountSuspended' : 'AccountResumed', account }]);
}

export function decideNoteAct({ accounts }: Readonly<State>, { what, account }: NoteAct): Decision {
  if (account !== null && accounts[account] === undefined) return reject('unknown_account');
  return accepted([{ kind: 'ActNoted', what, account }]);
}

export function decideSweepSuspended(state: Readonly<State>): Decision {
  const events: Event[] = [];
  for (const account of state.rights.sweeping) {
    const left = STEPS_PER_COMMAND_MAX - events.length;
    if (left <= 0) break;
    const orders = ordersToCancel(state, account, left + 1);
    events.push(...canceled(orders.slice(0, left), 'suspended'));
    if (orders.length <= left) events.push({ kind: 'SuspensionSwept', account });
  }
  return accepted(events);
}

/** Open orders of the account, and of keys on its wallets. */
function ordersToCancel(state: Readonly<State>, id: AccountId, limit: number): OpenOrder[] {
  const account = accountOf(state, id);
  const orders: OpenOrder[] = [];
  const collect = (from: Iterable<OpenOrder>, isMeant: (order: OpenOrder) => boolean): void => {
    for (const order of from) {
      if (orders.length >= limit) return;
      if (isMeant(order)) orders.push(order);
    }
  };
  collect(account.openOrders.values(), () => true);
  for (const wallet of account.wallets)
    for (const { key } of state.keys.ofWallet(wallet)) {
      const signer = state.accountsByAddress.get(key);
      if (signer === undefined || signer === id) continue;
      collect(accountOf(state, signer).openOrders.values(), (order) => order.wallet === wallet);
    }
  return orders;
}

type Doing = Extract<Command, { readonly account: AccountId | null }>;

/** Commands that the account in them makes itself. Its keys can be revoked all the same. */
const DOINGS: ReadonlySet<Command['kind']> = new Set<Doing['kind'] | 'BindAndPlace'>([
  ...(['PlaceOrder', 'BindAndPlace', 'CancelOrders', 'CancelMatching', 'Beat', 'BindWallet', 'IssueApiKey'] as const),
  ...(['SplitPosition', 'MergePositions', 'ConvertPositions', 'RelayTransaction', 'AddKey', 'RevokeKey'] as const),
  ...(['AddComment', 'RemoveComment', 'AddReaction', 'RemoveReaction', 'ReportComment', 'DismissReports'] as const),
  ...(['UpdateProfile', 'DropNotifications', 'AddSuggestion', 'DisputeResult'] as const),
]);

/** Refuses what a suspended account does, and what its keys do with its wallets. */
export function refuseSuspended(state: Readonly<State>, command: Command): Reject | null {
  if (!DOINGS.has(command.kind) || command.act !== undefined) return null;
  const doing = (command.kind === 'BindAndPlace' ? command.order : command) as Doing;
  const accounts = [doing.account];
  if (command.kind === 'PlaceOrder' && state.wallets[command.wallet] !== undefined)
    accounts.push(walletOf(state, command.wallet).account);
  if (command.kind === 'RelayTransaction' && command.key !== undefined)
    accounts.push(state.accountsByAddress.get(command.key) ?? null);
  for (const account of accounts)
    if (account !== null && state.rights.suspended.has(account))
      return reject('account_suspended', { account: accountOf(state, account).address });
  return null;
}
