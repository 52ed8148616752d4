/** Decides `RelayTransaction`: its wallet, its nonce, then each step after the previous ones. All or nothing. */
import type { Stamp } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { BATCH_SCOPES } from '../keys/account-keys.ts';
import { emptyPosition, releasedAddress, type Wallet } from '../ledger/wallet.ts';
import { RELAY_CONVERSIONS_MAX, RELAY_STEPS_MAX } from '../limits.ts';
import { outOfRange, type Reject, reject } from '../reject.ts';
import { type RedeemPositions, type RelayStep, type RelayTransaction, schemeOf } from '../relay/commands.ts';
import { accountOf, committed, type State } from '../state.ts';
import {
  addMicros,
  assertNever,
  type MarketId,
  type Micros,
  type Outcome,
  subtractMicros,
  violated,
  walletId,
  ZERO_MICROS,
} from '../units/units.ts';
import { startingCredit } from './accounts.ts';
import { decideAddKey, decideRevokeKey, refuseKey } from './keys.ts';
import { decideConvert, decideMerge, decideSplit, type PositionDecision } from './positions.ts';

export function decideRelay(state: Readonly<State>, command: RelayTransaction, { timeMs }: Stamp): Decision {
  // A key is revocable whatever the venue is doing.
  const isRevocation = command.steps.length === 1 && command.steps[0]?.kind === 'RevokeKey';
  if (state.mode === 'disabled' && !isRevocation) return reject('mode_disabled', { mode: state.mode });
  if (state.accounts[command.account] === undefined) return reject('unknown_account');
  const found = relayWallet(state, command);
  if (found.kind === 'reject') return found;
  const unsigned = refuseKeysBatch(state, command, found.wallet, timeMs);
  if (unsigned !== null) return unsigned;
  const { type, account, nonce, steps, record } = command;
  const scheme = schemeOf(type);
  const expected = scheme === null ? 0 : accountOf(state, account).relayNonces[scheme];
  if (nonce !== expected) return reject('relay_nonce_invalid', { nonce, expected });
  if (steps.length > RELAY_STEPS_MAX) return outOfRange(steps.length, RELAY_STEPS_MAX);
  if (steps.filter(({ kind }) => kind === 'ConvertPositions').length > RELAY_CONVERSIONS_MAX)
    return reject('conversion_invalid', { reason: `a batch takes at most ${RELAY_CONVERSIONS_MAX} conversions` });
  if (steps.length > 1 && steps.some(changesKeys))
    return reject('key_invalid', { reason: 'a batch that changes a key does nothing else' });
  const moved = decideSteps(state, command, found.wallet, timeMs);
  if ('kind' in moved) return moved;
  const relayed: Event = { kind: 'TransactionRelayed', type, account, wallet: found.wallet.id, nonce, ...record };
  return accepted([...found.events, ...moved, relayed]);
}

/** Refuses a batch that a key of the wallet signed and may not; null for a batch of the owner. */
function refuseKeysBatch(
  state: Readonly<State>,
  { type, key, steps }: RelayTransaction,
  wallet: Wallet,
  timeMs: number,
): Reject | null {
  if (key === undefined) return null;
  if (type !== 'WALLET') return reject('key_invalid', { reason: 'only batches of WALLET are signed by keys' });
  if (steps.some(changesKeys)) return reject('key_invalid', { reason: 'a key changes no keys: the owner does' });
  return refuseKey(state, key, wallet, timeMs, BATCH_SCOPES);
}

const changesKeys = ({ kind }: RelayStep): boolean => kind === 'AddKey' || kind === 'RevokeKey';

interface RelayWallet {
  readonly kind: 'wallet';
  /** The wallet at the start of the steps. */
  readonly wallet: Wallet;
  /** Events that make the wallet the account's own, if it is not yet. */
  readonly events: readonly Event[];
}

/**
 * The wallet of the transaction. A proxy wallet is created by its first batch; others have to be deployed first, once.
 */
function relayWallet(state: Readonly<State>, { type, account, wallet: address, startingBalance }: RelayTransaction) {
  const id = state.walletsByAddress.get(address);
  const known = id === undefined ? undefined : state.wallets[id];
  const isOwn = known !== undefined && !known.borrowed;
  if (isOwn && known.account !== account) return reject('wallet_not_owned', { wallet: address });
  const isCreation = schemeOf(type) === null;
  if (isOwn) {
    const found: RelayWallet = { kind: 'wallet', wallet: known, events: [] };
    return isCreation ? reject('wallet_deployed', { wallet: address }) : found;
  }
  if (!isCreation && type !== 'PROXY') return reject('wallet_not_deployed', { wallet: address });
  const credit = startingCredit(startingBalance, committed(state.totals));
  if (known?.account === account) return claimed(known, credit);
  const number = walletId(state.wallets.length);
  const events: Event[] = [];
  if (known !== undefined)
    events.push({ kind: 'WalletReleased', wallet: known.id, address: releasedAddress(known.id) });
  events.push({ kind: 'WalletBound', wallet: number, account, address, credit, derived: true });
  const empty = { held: ZERO_MICROS, buys: 0, positions: new Map() };
  const wallet: Wallet = { id: number, address, account, borrowed: false, free: credit, ...empty };
  return { kind: 'wallet', wallet, events } satisfies RelayWallet;
}

function claimed(wallet: Wallet, credit: Micros): RelayWallet {
  const own: Wallet = { ...wallet, borrowed: false, free: (wallet.free + credit) as Micros };
  return { kind: 'wallet', wallet: own, events: [{ kind: 'WalletClaimed', wallet: wallet.id, credit }] };
}

function decideSteps(
  state: Readonly<State>,
  command: RelayTransaction,
  wallet: Wallet,
  timeMs: number,
): Event[] | Reject {
  // A copy that follows the steps, because `decide` does not change the state. Credits pay the debt first.
  const free = (wallet.free - accountOf(state, command.account).debt) as Micros;
  const scratch: Wallet = { ...wallet, free, positions: new Map(wallet.positions) };
  const events: Event[] = [];
  for (const [index, step] of command.steps.entries()) {
    const decision = decideStep(state, command, step, scratch, timeMs);
    if (decision.kind === 'reject') return { ...decision, details: { ...decision.details, call: index + 1 } };
    if (decision.kind !== 'accepted') continue;
    for (const event of decision.events) followStep(scratch, event);
    events.push(...decision.events);
  }
  return events;
}

function decideStep(
  state: Readonly<State>,
  { account }: RelayTransaction,
  step: RelayStep,
  wallet: Wallet,
  timeMs: number,
): PositionDecision {
  const of = { account, wallet: wallet.id };
  const found = { kind: 'found', wallet } as const;
  switch (step.kind) {
    case 'SplitPosition':
      return decideSplit(state, { ...step, ...of }, found);
    case 'MergePositions':
      return decideMerge(state, { ...step, ...of }, found);
    case 'ConvertPositions':
      return decideConvert(state, { ...step, ...of }, found);
    case 'RedeemPositions':
      return decideRedeem(state, step);
    case 'AddKey':
      return decideAddKey(state, { ...step, ...of }, timeMs, found);
    case 'RevokeKey':
      return decideRevokeKey(state, { ...step, ...of }, found);
    default:
      return assertNever(step);
  }
}

function decideRedeem(state: Readonly<State>, { market: id }: RedeemPositions): PositionDecision {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  return market.status === 'open' ? reject('market_not_resolved', { market: market.conditionId }) : accepted([]);
}

function followStep(wallet: Wallet, event: Event): void {
  switch (event.kind) {
    case 'PositionSplit':
      wallet.free = subtractMicros(wallet.free, event.amount);
      for (const outcome of [0, 1] as const) changeShares(wallet, event.market, outcome, addMicros, event.amount);
      return;
    case 'PositionsMerged':
      wallet.free = addMicros(wallet.free, event.amount);
      for (const outcome of [0, 1] as const) changeShares(wallet, event.market, outcome, subtractMicros, event.amount);
      return;
    case 'PositionsConverted':
      wallet.free = addMicros(wallet.free, event.collateral);
      for (const market of event.given) changeShares(wallet, market, 1, subtractMicros, event.amount);
      for (const market of event.received) changeShares(wallet, market, 0, addMicros, event.amount);
      return;
    // A batch that changes a key does nothing else, so that nothing follows these.
    case 'KeyAdded':
    case 'KeyRevoked':
    case 'OrderCanceled':
      return;
    default:
      violated(`${event.kind} is no step of a batch`);
  }
}

function changeShares(
  { positions }: Wallet,
  market: MarketId,
  outcome: Outcome,
  change: (a: Micros, b: Micros) => Micros,
  amount: Micros,
): void {
  const { free: before, held, sells, cost } = positions.get(market) ?? emptyPosition();
  const free: [Micros, Micros] = [...before];
  free[outcome] = change(free[outcome], amount);
  positions.set(market, { free, held, sells, cost });
}
