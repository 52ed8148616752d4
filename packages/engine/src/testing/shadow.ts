/** Runs the engine beside its oracle: compares decisions and ledgers, recounts invariants, keeps two more states. */

import { isDeepStrictEqual } from 'node:util';
import { apply, applyEntry } from '../apply.ts';
import type { Command, Stamp } from '../command.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { assertInvariants, totalAdvanced } from '../ledger/invariants.ts';
import { ORDERS_LOOKED_AT_PER_REFUSAL_MAX, ORDERS_PER_REFUSAL_MAX } from '../limits.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import type { Reject, Reservation } from '../reject.ts';
import { restoreSnapshot, takeSnapshot } from '../snapshot.ts';
import { assertAfter, createState, type State } from '../state.ts';
import { hashState } from '../state-hash.ts';
import { type Micros, micros, type Outcome, walletId } from '../units/units.ts';
import { CommandFactory, type TimedCommand } from './generators.ts';
import { NaiveExchange } from './naive-exchange.ts';
import { allShares, heldCollateral, heldShares, type NaiveState } from './naive-state.ts';

/** Recomputes the reservation in a refusal the slow way: from every open order of the venue. */
function recountedReservation(state: Readonly<State>, command: Command, { wallets, token }: Reservation): Reservation {
  const owners = state.wallets.filter(({ address }) => wallets.includes(address));
  const outcomeOf = token === null ? undefined : state.tokens.get(token.tokenId);
  const isMeant = (order: OpenOrder): boolean =>
    owners.some(({ id }) => id === order.wallet) &&
    (outcomeOf === undefined
      ? order.side === 'BUY'
      : order.side === 'SELL' && order.market === outcomeOf.market && order.outcome === outcomeOf.outcome);
  const asking = command.kind === 'BindAndPlace' ? command.order : command;
  const account = 'account' in asking ? asking.account : owners[0]?.account;
  const orders = [...state.openOrders.values()].filter(isMeant);
  const latest = [...state.openOrders.values()]
    .filter((order) => order.account === account)
    .slice(-ORDERS_LOOKED_AT_PER_REFUSAL_MAX)
    .filter(isMeant)
    .toSorted((one, other) => other.held - one.held || other.number - one.number)
    .slice(0, ORDERS_PER_REFUSAL_MAX);
  const free = owners.map((wallet): Micros => {
    if (outcomeOf === undefined) return wallet.free;
    return wallet.positions.get(outcomeOf.market)?.free[outcomeOf.outcome] ?? micros(0);
  });
  return {
    wallets,
    token,
    free: micros(free.reduce((sum, amount) => sum + amount, 0)),
    held: micros(orders.reduce((sum, { held }) => sum + held, 0)),
    count: orders.length,
    largest: latest.map(({ orderId, market, outcome, held }) => ({
      orderId,
      tokenId: state.markets[market]?.tokenIds[outcome] as never,
      held,
    })),
  };
}

/** The engine and its oracle differ, or two states that should be equal. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';

  constructor(what: string, command: Command, engine: unknown, expected: unknown) {
    super(`${what}\ncommand  ${show(command)}\nengine   ${show(engine)}\nexpected ${show(expected)}`);
  }
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)) ?? 'nothing';

/** Compares the reservation in a refusal with a recount of all open orders. */
function checkReservation(state: Readonly<State>, command: Command, { reservation, details }: Reject): void {
  // The reservation of a later call in a batch includes the effects of earlier calls, which a recount cannot see.
  if (reservation === undefined || command.kind === 'RelayTransaction') return;
  const recounted = recountedReservation(state, command, reservation);
  if (!isDeepStrictEqual(reservation, recounted))
    throw new Disagreement('a reservation is miscounted', command, reservation, recounted);
  if (details['balance'] !== reservation.free || Number(details['needed']) <= reservation.free)
    throw new Disagreement('a refusal has other figures than its reservation', command, details, reservation);
}

export class Shadow {
  readonly state: State = createState();
  readonly naive = new NaiveExchange();
  /** Folded from events and stamps only, as by a follower. */
  readonly follower: State = createState();
  readonly counts = new Map<string, number>();

  /** The venue as a factory opens it. */
  static opened(factory = new CommandFactory()): Shadow {
    const shadow = new Shadow();
    for (const opening of factory.opening()) shadow.execute(opening);
    return shadow;
  }

  /** Throws `Disagreement` or `InvariantViolation` if anything is wrong. */
  execute({ command, timeMs }: TimedCommand): Decision {
    const stamp: Stamp = { sequence: this.state.sequence + 1, timeMs };
    const decision = decide(this.state, command, stamp);
    const expected = this.naive.execute(command, stamp);
    if (!isDeepStrictEqual(comparable(decision), comparable(expected)))
      throw new Disagreement('decisions differ', command, decision, expected);
    if (decision.kind === 'reject') checkReservation(this.state, command, decision);
    for (const label of labelsOf(command, decision)) this.counts.set(label, (this.counts.get(label) ?? 0) + 1);
    if (decision.kind === 'accepted') this.#apply(command, stamp, decision.events);
    return decision;
  }

  #apply(command: Command, stamp: Stamp, events: readonly Event[]): void {
    // The journal stores text: no part of an event may get lost in it.
    const journaled = JSON.parse(JSON.stringify(events)) as readonly Event[];
    if (!isDeepStrictEqual(journaled, events))
      throw new Disagreement('events are not plain data', command, events, journaled);
    applyEntry(this.state, { ...stamp, command, events });
    for (const event of journaled) apply(this.follower, event, stamp);
    this.follower.sequence = stamp.sequence;
    this.follower.timeMs = stamp.timeMs;
    assertAfter(this.state, events);
    assertInvariants(this.state);
    const [mine, theirs] = [ledgerOf(this.state), naiveLedgerOf(this.naive.state)];
    if (!isDeepStrictEqual(mine, theirs)) throw new Disagreement('ledgers differ', command, mine, theirs);
  }

  /** Compares the state with the one folded from events alone and with its own copy restored from a snapshot. */
  compareCopies(command: Command): void {
    const hash = hashState(this.state);
    const folded = hashState(this.follower);
    if (folded !== hash) throw new Disagreement('the follower has another state', command, hash, folded);
    for (const { orderId, fate } of this.naive.state.results) {
      const mine = this.state.orderResults.fate(orderId);
      if (mine !== fate) throw new Disagreement(`order ${orderId} ended otherwise`, command, mine, fate);
    }
    const restored = restoreSnapshot(structuredClone(takeSnapshot(this.state)));
    assertInvariants(restored);
    const again = hashState(restored);
    if (again !== hash) throw new Disagreement('the snapshot restores another state', command, hash, again);
  }

  restarted(): Shadow {
    const shadow = new Shadow();
    Object.assign(shadow.state, restoreSnapshot(structuredClone(takeSnapshot(this.state))));
    Object.assign(shadow.follower, restoreSnapshot(structuredClone(takeSnapshot(this.follower))));
    Object.assign(shadow.naive.state, this.naive.state);
    for (const [label, count] of this.counts) shadow.counts.set(label, count);
    return shadow;
  }
}

export const unseen = (labels: readonly string[], histories: readonly Shadow[]): string[] =>
  labels.filter((label) => !histories.some(({ counts }) => counts.has(label)));

/** Labels of cancel reasons that are also codes of refusals. */
const CANCEL_LABELS: Readonly<Record<string, string>> = { trading_ended: 'emptied', key_ended: 'ended key' };

/** Rules that a decision exercised: its kind or reject code, how it matched, how orders ended. */
function labelsOf(command: Command, decision: Decision): string[] {
  if (decision.kind === 'reject') return [decision.code];
  const labels = [`${decision.kind} ${command.kind}`];
  if (decision.kind !== 'accepted') return labels;
  if (command.kind === 'ResolveEvent')
    labels.push(command.winners === null ? 'void' : `${command.winners.length} winners`);
  if (command.kind === 'RelayTransaction' && command.key !== undefined) labels.push('batch of a key');
  if (command.kind === 'PlaceOrder') labels.push(`${command.type} ${command.side}`);
  if (command.kind === 'AddToCatalog' && decision.events.some(({ kind }) => kind === 'MarketResolved'))
    labels.push('recorded winner');
  for (const event of decision.events) {
    if (event.kind === 'OrderCanceled') labels.push(CANCEL_LABELS[event.reason] ?? event.reason);
    if (event.kind === 'WalletReleased' && command.kind === 'OpenAccount') labels.push('wallet taken back');
    if (event.kind === 'WalletReleased' && command.kind === 'RelayTransaction') labels.push('loan ended by its owner');
    if (event.kind === 'WalletClaimed') labels.push('wallet claimed');
    if (event.kind === 'TransactionRelayed' && decision.events.length > 2) labels.push('steps after one another');
    if (event.kind === 'CollateralMoved') labels.push('drawn');
    if (event.kind === 'WalletBound' && event.credit === 0 && command.kind === 'OpenAccount')
      labels.push(command.startingBalance > 0 ? 'no starting balance' : 'starting balance of 0');
    if (event.kind === 'PayoutMade' && event.shares[0] > 0 && event.shares[1] > 0)
      labels.push('payout of both outcomes');
    if (event.kind === 'MarketSettled' && event.remainder > 0) labels.push('settlement remainder');
    if (event.kind !== 'TradeExecuted') continue;
    if (event.fee > 0) labels.push('fee');
    if (event.side === 'SELL' && event.fee > 0 && event.fee === event.collateral) labels.push('fee takes all');
    if (event.legs.length > 1) labels.push('several makers');
    for (const leg of event.legs) {
      labels.push(`${leg.settlement} ${event.side}`, leg.remaining > 0 ? 'maker partly filled' : 'maker filled');
      if (leg.collateral === 0 || leg.takerCollateral === 0) labels.push('leg for nothing');
      const collateral = leg.side === 'BUY' ? leg.collateral : leg.takerCollateral;
      if (leg.settlement === 'transfer' && BigInt(collateral) * 10_000n < BigInt(leg.size) * BigInt(leg.price))
        labels.push('paid what was signed');
    }
  }
  return labels;
}

/** Reject details are for people; holders are paid in no particular order. */
function comparable(decision: Decision): unknown {
  if (decision.kind === 'reject') return decision.code;
  if (decision.kind !== 'accepted') return decision;
  const { kind, notCanceled, events } = decision;
  const payouts = events.filter((event) => event.kind === 'PayoutMade').toSorted((a, b) => a.wallet - b.wallet);
  return {
    kind,
    notCanceled: { ...notCanceled },
    events: events.map((event) => (event.kind === 'PayoutMade' ? payouts.shift() : event)),
  };
}

type Ledger = readonly (readonly [string, ...bigint[]])[];

const OUTCOMES: readonly Outcome[] = [0, 1];

/** The ledger in a form common to both: wallets, positions, markets and the fee account. */
function ledgerOf(state: State): Ledger {
  const wallets = state.wallets.map((wallet): [string, ...bigint[]] => {
    const positions = state.markets.flatMap(({ id }) =>
      OUTCOMES.flatMap((outcome) => {
        const position = wallet.positions.get(id);
        return [BigInt(position?.free[outcome] ?? 0), BigInt(position?.held[outcome] ?? 0)];
      }),
    );
    const { id, address, free, held } = wallet;
    return [`wallet ${id} ${address}: free, held, positions`, BigInt(free), BigInt(held), ...positions];
  });
  const markets = state.markets.map((market): [string, ...bigint[]] => [
    `market ${market.id}: locked, vault, orders`,
    BigInt(market.locked),
    BigInt(market.vault),
    BigInt(market.book?.count ?? 0),
  ]);
  return [
    ...wallets,
    ...markets,
    ['fees', BigInt(state.totals.fees)],
    ['advanced', totalAdvanced(state.catalogEvents.values())],
  ];
}

function naiveLedgerOf(state: NaiveState): Ledger {
  const wallets = state.wallets.map(({ collateral, address }, index): [string, ...bigint[]] => {
    const wallet = walletId(index);
    const positions = state.markets.flatMap(({ id }) =>
      OUTCOMES.flatMap((outcome) => {
        const held = heldShares(state, wallet, id, outcome);
        return [allShares(state, wallet, id, outcome) - held, held];
      }),
    );
    const held = heldCollateral(state, wallet);
    return [`wallet ${wallet} ${address}: free, held, positions`, collateral - held, held, ...positions];
  });
  const markets = state.markets.map((market): [string, ...bigint[]] => [
    `market ${market.id}: locked, vault, orders`,
    market.locked,
    market.vault,
    BigInt(state.orders.filter((order) => order.market === market.id).length),
  ]);
  const advanced = state.catalogEvents.reduce((sum, event) => sum + event.advanced, 0n);
  return [...wallets, ...markets, ['fees', state.fees], ['advanced', advanced]];
}
