/** Relayed transactions for the naive exchange: steps one by one, all undone if one is refused. Tests only. */
import type { Command } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { type Reject, type RejectCode, reject } from '../reject.ts';
import type { RelayStep, RelayTransaction } from '../relay/commands.ts';
import { type WalletId, walletId } from '../units/units.ts';
import { asMicros, copyNaiveState, decided, type NaiveState } from './naive-state.ts';
import { bind, isNaiveBorrowed, naiveStartingCredit, release } from './naive-wallets.ts';

export function naiveRelay(
  state: NaiveState,
  command: RelayTransaction,
  timeMs: number,
  execute: (step: Command) => Decision,
) {
  const problem = problemOf(state, command, timeMs);
  if (problem !== null) return reject(problem);
  const before = copyNaiveState(state);
  const events = deploy(state, command);
  const wallet = walletId(state.wallets.findIndex(({ address }) => address === command.wallet));
  for (const step of command.steps) {
    const done = carryOut(state, command, step, wallet, execute);
    if (done.kind === 'reject') {
      Object.assign(state, before);
      return done;
    }
    events.push(...done.events);
  }
  const { type, account, nonce, record } = command;
  if (!type.endsWith('-CREATE')) state.relayed.push(`${account} ${type}`);
  events.push({ kind: 'TransactionRelayed', type, account, wallet, nonce, ...record });
  return decided(events);
}

function problemOf(state: NaiveState, command: RelayTransaction, timeMs: number) {
  const { type, account, wallet: address, key, nonce, steps } = command;
  if (state.mode === 'disabled' && steps.map(({ kind }) => kind).join() !== 'RevokeKey') return 'mode_disabled';
  if (state.accounts[account] === undefined) return 'unknown_account';
  const wallet = state.wallets.find((known) => known.address === address);
  const isDeployed = wallet !== undefined && !isNaiveBorrowed(state, wallet);
  const signer = state.signers.find((known) => known.key === key && state.wallets[known.wallet] === wallet);
  const isByKey = key !== undefined;
  const problems: [boolean, RejectCode][] = [
    [isDeployed && wallet.account !== account, 'wallet_not_owned'],
    [isDeployed && (type === 'SAFE-CREATE' || type === 'WALLET-CREATE'), 'wallet_deployed'],
    [!isDeployed && (type === 'SAFE' || type === 'WALLET'), 'wallet_not_deployed'],
    [isByKey && (type !== 'WALLET' || steps.some(({ kind }) => kind.endsWith('Key'))), 'key_invalid'],
    [isByKey && signer === undefined, 'unknown_key'],
    [signer !== undefined && (signer.ended || timeMs >= signer.expiration * 1000), 'key_ended'],
    [signer !== undefined && !signer.scopes.includes('ALL'), 'key_scope'],
    [nonce !== state.relayed.filter((made) => made === `${account} ${type}`).length, 'relay_nonce_invalid'],
    [steps.length > 60, 'amount_out_of_range'],
    [steps.filter((step) => step.kind === 'ConvertPositions').length > 10, 'conversion_invalid'],
    [steps.length > 1 && steps.some(({ kind }) => kind.endsWith('Key')), 'key_invalid'],
  ];
  return problems.find(([is]) => is)?.[1] ?? null;
}

/** Makes the wallet the account's own; it keeps one it had borrowed, a loan to another goes on elsewhere. */
function deploy(state: NaiveState, { account, wallet: address, startingBalance }: RelayTransaction): Event[] {
  const index = state.wallets.findIndex((known) => known.address === address);
  const known = state.wallets[index];
  if (known !== undefined && !isNaiveBorrowed(state, known)) return [];
  const credit = naiveStartingCredit(state, startingBalance);
  if (known?.account === account) {
    known.derived = true;
    known.collateral += credit;
    state.deposited += credit;
    return [{ kind: 'WalletClaimed', wallet: walletId(index), credit: asMicros(credit) }];
  }
  const events = known === undefined ? [] : [release(state, index)];
  const bound = bind(state, account, address, credit);
  state.wallets.at(-1)!.derived = true;
  return [...events, { ...bound, derived: true } as Event];
}

type Done = Reject | { readonly kind: 'done'; readonly events: readonly Event[] };

function carryOut(
  state: NaiveState,
  { account }: RelayTransaction,
  step: RelayStep,
  wallet: WalletId,
  execute: (step: Command) => Decision,
): Done {
  if (step.kind !== 'RedeemPositions') {
    const decision = execute({ ...step, account, wallet });
    if (decision.kind === 'reject') return decision;
    return { kind: 'done', events: decision.kind === 'accepted' ? decision.events : [] };
  }
  const market = state.markets[step.market];
  if (market === undefined) return reject('unknown_market');
  return market.status === 'open' ? reject('market_not_resolved') : { kind: 'done', events: [] };
}
