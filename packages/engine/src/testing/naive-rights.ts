/** Roles, tokens and suspensions for the naive exchange: lists, searched linearly. Tests only. */
import type { Command, Stamp } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { reject } from '../reject.ts';
import type { RightsCommand } from '../rights/commands.ts';
import type { AccountId } from '../units/units.ts';
import { closeOrder } from './naive-placement.ts';
import { decided, type NaiveOrder, type NaiveState } from './naive-state.ts';

const STEPS = 200;

export function naiveRights(state: NaiveState, command: RightsCommand, { timeMs }: Stamp): Decision {
  const { rights, community } = state;
  if (command.kind === 'SweepSuspended') return decided(sweep(state));
  if (command.kind === 'IssueToken') {
    const { name, hash, role, expires } = command;
    const isWellFormed = /^[a-z0-9][\w.-]*$/i.test(name) && name.length <= 40 && /^[\da-f]{64}$/.test(hash);
    if (!isWellFormed || role === 'trader' || expires * 1000 <= timeMs) return reject('token_invalid');
    const others = rights.tokens.filter((other) => other.name !== name);
    const same = rights.tokens.find((other) => other.name === name);
    if (same !== undefined && same.expires * 1000 > timeMs) return reject('token_name_taken');
    if (others.length >= 100) return reject('too_many_tokens');
    rights.tokens = [...others, { name, expires }];
    return decided([{ kind: 'TokenIssued', name, hash, role, expires }]);
  }
  if (command.kind === 'RevokeToken') {
    const left = rights.tokens.filter(({ name }) => name !== command.name);
    if (left.length === rights.tokens.length) return reject('unknown_admin_token');
    rights.tokens = left;
    return decided([{ kind: 'TokenRevoked', name: command.name }]);
  }
  if (command.kind === 'NoteAct') {
    const { what, account } = command;
    const isUnknown = account !== null && state.accounts[account] === undefined;
    return isUnknown ? reject('unknown_account') : decided([{ kind: 'ActNoted', what, account }]);
  }
  const { account } = command;
  if (state.accounts[account] === undefined) return reject('unknown_account');
  if (command.kind === 'SetRole') {
    const { role } = command;
    const events: Event[] = [];
    const before = rights.roles.find((other) => other.account === account)?.role ?? 'trader';
    if (before !== role) events.push({ kind: 'RoleSet', account, role });
    rights.roles = rights.roles.filter((other) => other.account !== account);
    if (role !== 'trader') rights.roles.push({ account, role });
    const moderator = ['owner', 'operator', 'moderator'].includes(role);
    if (community.moderators.includes(account) !== moderator) events.push({ kind: 'ModeratorSet', account, moderator });
    community.moderators = community.moderators.filter((other) => other !== account);
    if (moderator) community.moderators.push(account);
    return decided(events);
  }
  const isSuspended = rights.suspended.includes(account);
  if (isSuspended === (command.kind === 'SuspendAccount')) return decided([]);
  for (const list of ['suspended', 'sweeping'] as const) {
    rights[list] = rights[list].filter((other) => other !== account);
    if (!isSuspended) rights[list].push(account);
  }
  return decided([{ kind: isSuspended ? 'AccountResumed' : 'AccountSuspended', account }]);
}

/** Orders of the account itself come first, then those of its wallets by other signers. */
function sweep(state: NaiveState): Event[] {
  const events: Event[] = [];
  while (events.length < STEPS && state.rights.sweeping.length > 0) {
    const [account] = state.rights.sweeping as [AccountId];
    const own = state.orders.filter((order) => order.account === account);
    const wallets = state.wallets.flatMap((wallet, index) => (wallet.account === account ? [index] : []));
    const signersOf = (wallet: number): NaiveOrder[] =>
      state.signers
        .filter((signer) => signer.wallet === wallet)
        .flatMap(({ key }) =>
          state.orders.filter((o) => o.wallet === wallet && state.accounts[o.account]!.address === key),
        );
    const ofKeys = wallets.flatMap(signersOf).filter((order) => order.account !== account);
    const orders = [...own, ...ofKeys];
    const room = STEPS - events.length;
    for (const order of orders.slice(0, room)) {
      closeOrder(state, order, 'canceled');
      events.push({ kind: 'OrderCanceled', order: order.number, reason: 'suspended' });
    }
    if (orders.length > room) break;
    state.rights.sweeping = state.rights.sweeping.filter((other) => other !== account);
    events.push({ kind: 'SuspensionSwept', account });
  }
  return events;
}

/** Kinds of everything that an account asks for itself. */
const OWN =
  /^(?:Place|Bind|Cancel|Beat|IssueApi|Split|Merge|Convert|Relay|AddKey|RevokeKey|Dispute|DropNot|UpdateProf)/;
const SOCIAL = /^(?:(?:Add|Remove|Report)(?:Comment|Reaction)|DismissReports|AddSuggestion)$/;

/** True if a suspended account, or a key on a wallet of one, asks. */
export function naiveSuspension(state: NaiveState, command: Command): boolean {
  if (!(OWN.test(command.kind) || SOCIAL.test(command.kind)) || command.act !== undefined) return false;
  const { account } = (command.kind === 'BindAndPlace' ? command.order : command) as { account: AccountId | null };
  const owner = command.kind === 'PlaceOrder' ? (state.wallets[command.wallet]?.account ?? null) : null;
  const key = command.kind === 'RelayTransaction' ? command.key : undefined;
  const signer = state.accounts.findIndex(({ address }) => address === key);
  return state.rights.suspended.some((one) => one === account || one === owner || one === signer);
}
