/** Keys of accounts for the naive exchange: one flat list, in the order in which keys were added. Tests only. */
import type { Stamp } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { AddKey, KeyCommand } from '../keys/commands.ts';
import { reject } from '../reject.ts';
import type { AccountId } from '../units/units.ts';
import { ownershipProblem, trades } from './naive-ownership.ts';
import { closeOrder } from './naive-placement.ts';
import { decided, type NaiveKey, type NaiveState } from './naive-state.ts';
import { isNaiveBorrowed } from './naive-wallets.ts';

const MOST = 100;

export function naiveKeys(state: NaiveState, command: KeyCommand, { timeMs }: Stamp): Decision {
  if (command.kind === 'EndKeys') return endFirst(state, timeMs);
  if (command.kind === 'AddKey') return addKey(state, command, timeMs);
  const problem = ownershipProblem(state, command);
  if (problem !== null) return reject(problem);
  const known = state.signers.find(({ wallet, key }) => wallet === command.wallet && key === command.key);
  if (known === undefined) return reject('unknown_key');
  state.signers = state.signers.filter((other) => other !== known);
  return decided([revoked(known), ...cancel(state, known, 'key_revoked')]);
}

const revoked = ({ wallet, key }: NaiveKey): Event => ({ kind: 'KeyRevoked', wallet, key });

function endFirst(state: NaiveState, timeMs: number): Decision {
  const due = state.signers.filter(({ ended, expiration }) => !ended && expiration <= Math.floor(timeMs / 1000));
  const earliest = Math.min(...due.map(({ expiration }) => expiration));
  const first = due.find(({ expiration }) => expiration === earliest);
  if (first === undefined) return decided([]);
  first.ended = true;
  const { wallet, key } = first;
  return decided([{ kind: 'KeyEnded', wallet, key }, ...cancel(state, first, 'key_ended')]);
}

function addKey(state: NaiveState, command: AddKey, timeMs: number): Decision {
  const { account, wallet, key, label, scopes, expiration } = command;
  const isWellFormed = [
    !/^0x((be11){8}|0{40}$)/.test(key),
    [...label].length <= 64,
    scopes.length >= 1 && scopes.length <= 8,
    scopes.every((scope) => scope.length >= 1 && scope.length <= 32),
    scopes.every((scope, place) => scopes.indexOf(scope) === place),
    timeMs < expiration * 1000,
  ].every(Boolean);
  if (!isWellFormed) return reject('key_invalid');
  const problem = ownershipProblem(state, command);
  if (problem !== null) return reject(problem);
  if (isNaiveBorrowed(state, state.wallets[wallet]!)) return reject('wallet_not_owned');
  if (state.accounts[account]!.address === key) return reject('key_invalid');
  const named = state.wallets.find((other) => other.address === key);
  if (named?.account === account && !isNaiveBorrowed(state, named)) return reject('key_invalid');
  const known = state.signers.find((other) => other.wallet === wallet && other.key === key);
  const added: NaiveKey = { wallet, key, label, scopes, expiration, ended: false };
  if (JSON.stringify(known) === JSON.stringify(added)) return decided([]);
  const events: Event[] = [];
  if (known !== undefined) state.signers = state.signers.filter((other) => other !== known);
  else if (keysOf(state, account).length >= MOST) {
    const [ended] = keysOf(state, account).filter((other) => other.ended);
    if (ended === undefined) return reject('too_many_keys');
    state.signers = state.signers.filter((other) => other !== ended);
    events.push(revoked(ended));
  }
  state.signers.push(added);
  events.push({ kind: 'KeyAdded', wallet, key, label, scopes, expiration });
  return decided([...events, ...(trades(scopes) ? [] : cancel(state, added, 'key_revoked'))]);
}

/** Keys of an account, wallet by wallet. */
const keysOf = (state: NaiveState, account: AccountId): NaiveKey[] =>
  state.signers
    .filter(({ wallet }) => state.wallets[wallet]!.account === account)
    .toSorted((one, other) => one.wallet - other.wallet);

function cancel(state: NaiveState, { wallet, key }: NaiveKey, reason: 'key_revoked' | 'key_ended'): Event[] {
  const orders = state.orders.filter(
    (order) => order.wallet === wallet && state.accounts[order.account]!.address === key,
  );
  for (const order of orders) closeOrder(state, order, 'canceled');
  return orders.map(({ number }) => ({ kind: 'OrderCanceled', order: number, reason }));
}
