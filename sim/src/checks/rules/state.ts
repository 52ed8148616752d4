/** The venue's state: money adds up, the engine's invariants hold, and everything bounded stays within its bound. */
import {
  ASK,
  assertAfter,
  assertInvariants,
  BID,
  type Event,
  HEARTBEAT_TIMEOUT_MS,
  type Market,
  OPEN_ORDERS_PER_ACCOUNT_MAX,
  REQUESTS_MAX,
  STEPS_PER_COMMAND_MAX,
  type State,
  WALLETS_PER_ACCOUNT_MAX,
} from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { BATCH_COMMANDS_MAX, BATCH_PAYLOAD_MAX } from '@bellwether/server/sequencer/limits.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import { Rule } from '../rule.ts';

/** Records between two counts; a loss stays visible. */
const COUNT_EVERY = 16;

/**
 * Conservation of money, counted from the contents of wallets and markets and not from the engine's own totals:
 * deposits minus withdrawals are in wallets, in holds, in the fee account and under pairs. YES and NO of an open market
 * are equal in number and fully covered, nothing is negative, and no book is crossed.
 */
export class Conservation extends Rule {
  readonly name = 'conservation';
  readonly hears = ['logged', 'ended'] as const;
  #came = 0n;
  #fees = 0n;
  #records = 0;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'logged') {
      for (const { events } of fact.entries) for (const event of events) this.#note(event);
      this.#records++;
    }
    const isDue = fact.kind === 'logged' && this.#records % COUNT_EVERY === 0;
    if (isDue || fact.kind === 'ended') this.#count(log);
  }

  #note(event: Event): void {
    if (event.kind === 'Deposited') this.#came += BigInt(event.amount);
    if (event.kind === 'Withdrawn') this.#came -= BigInt(event.amount);
    if (event.kind === 'WalletBound' || event.kind === 'WalletClaimed') this.#came += BigInt(event.credit);
    if (event.kind === 'TradeExecuted') this.#fees += BigInt(event.fee);
    if (event.kind === 'MarketSettled') this.#fees += BigInt(event.remainder);
  }

  #count({ state, end }: AuditedLog): void {
    const supplies = state.markets.map(({ vault }) => [0n, BigInt(vault)] as [bigint, bigint]);
    let inside = this.#fees;
    for (const { id, free, held, positions } of state.wallets) {
      this.#notNegative(`wallet ${id}`, free, held);
      inside += BigInt(free) + BigInt(held);
      for (const [market, position] of positions) {
        for (const outcome of [0, 1] as const) {
          this.#notNegative(`wallet ${id} in market ${market}`, position.free[outcome], position.held[outcome]);
          const supply = supplies[market];
          if (supply !== undefined) supply[outcome] += BigInt(position.free[outcome]) + BigInt(position.held[outcome]);
        }
      }
    }
    for (const market of state.markets) {
      inside += BigInt(market.locked);
      this.#checkMarket(market, supplies[market.id] ?? [0n, 0n]);
    }
    for (const { advanced } of state.catalogEvents.values()) inside -= advanced;
    if (inside !== this.#came)
      throw this.broken(
        `after entry ${end} there are ${inside} micros in the venue, ${this.#came} came in: ${inside - this.#came}`,
      );
    this.#checkHolds(state);
  }

  #checkMarket({ id, status, locked, book }: Market, [yes, no]: readonly [bigint, bigint]): void {
    if (status === 'open' && (yes !== no || yes !== BigInt(locked)))
      throw this.broken(`market ${id} has ${yes} YES, ${no} NO and ${locked} under them`);
    const [bid, ask] = [book?.bestPrice(BID) ?? 0, book?.bestPrice(ASK) ?? 0];
    if (bid !== 0 && ask !== 0 && bid >= ask) throw this.broken(`market ${id} is crossed: bid ${bid}, ask ${ask}`);
  }

  /** Checks that a wallet's holds equal the holds of its open orders. */
  #checkHolds({ wallets, openOrders }: Readonly<State>): void {
    const held = new Map<number, number>();
    for (const order of openOrders.values())
      if (order.side === 'BUY') held.set(order.wallet, (held.get(order.wallet) ?? 0) + order.held);
    for (const wallet of wallets) {
      if (wallet.held !== (held.get(wallet.id) ?? 0))
        throw this.broken(`wallet ${wallet.id} holds ${wallet.held} micros, its orders ${held.get(wallet.id) ?? 0}`);
    }
  }

  #notNegative(what: string, ...amounts: readonly number[]): void {
    if (amounts.some((amount) => amount < 0)) throw this.broken(`${what} has ${amounts.join(', ')}`);
  }
}

const RECOUNT_EVERY = 128;

/** The engine's own invariants: the cheap ones after every entry, a full recount periodically and at the end. */
export class Invariants extends Rule {
  readonly name = 'engine-invariants';
  readonly hears = ['logged', 'ended'] as const;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind !== 'logged' && fact.kind !== 'ended') return;
    try {
      if (fact.kind === 'logged') for (const { events } of fact.entries) assertAfter(log.state, events);
      const before = fact.kind === 'logged' ? log.end - fact.entries.length : log.end - 1;
      const isDue = Math.floor(before / RECOUNT_EVERY) !== Math.floor(log.end / RECOUNT_EVERY);
      if (isDue || fact.kind === 'ended') assertInvariants(log.state);
    } catch (error) {
      throw this.broken(`entry ${log.end}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

const STEPS: ReadonlySet<string> = new Set(['ExpireOrders', 'EndTrading', 'SettleMarket', 'ExpireHeartbeats']);
/** Wallets that a signer has deployed, on top of the others: one for each scheme. */
const DEPLOYED_MAX = 8;

/** Everything bounded stays within its bound: records, the work of one step, lists of the state, queues. */
export class Bounded extends Rule {
  readonly name = 'bounded';
  readonly hears = ['filled', 'logged', 'ended'] as const;

  take(fact: Fact, log: AuditedLog): void {
    if (fact.kind === 'filled') this.#within(fact.what, fact.size, fact.bound);
    if (fact.kind === 'logged') {
      this.#within('entries of a record', fact.entries.length, BATCH_COMMANDS_MAX);
      // A single larger entry makes up its own record.
      if (fact.entries.length > 1) this.#within('bytes of a record', fact.bytes, BATCH_PAYLOAD_MAX + 64);
      for (const entry of fact.entries) this.#step(entry);
    }
    if (fact.kind === 'ended') this.#state(log);
  }

  #step({ sequence, command, events }: ChainedEntry): void {
    if (!STEPS.has(command.kind)) return;
    // After its work, a step may add one event that says something is over; a key may be swept without an order.
    const done = events.filter(({ kind }) => kind !== 'MarketSettled' && kind !== 'HeartbeatSwept').length;
    this.#within(`steps of entry ${sequence}`, done, STEPS_PER_COMMAND_MAX);
  }

  #state({ state }: AuditedLog): void {
    this.#within('requests remembered', state.requests.size, REQUESTS_MAX);
    for (const { id, wallets, openOrders } of state.accounts) {
      this.#within(`wallets of account ${id}`, wallets.length, WALLETS_PER_ACCOUNT_MAX + DEPLOYED_MAX);
      this.#within(`open orders of account ${id}`, openOrders.size, OPEN_ORDERS_PER_ACCOUNT_MAX);
    }
    for (const key of state.apiKeys.values()) {
      const armed = state.heartbeats.get(key.apiKey);
      if (armed !== null)
        this.#within(`ms of life of key ${key.apiKey}`, armed.deadlineMs - state.timeMs, HEARTBEAT_TIMEOUT_MS);
    }
  }

  #within(what: string, size: number, bound: number): void {
    if (size > bound) throw this.broken(`${what}: ${size}, at most ${bound}`);
  }
}
