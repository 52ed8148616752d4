/** The venue's state: money adds up, the engine's invariants hold, and everything bounded stays within its bound. */
import {
  ASK,
  assertAfter,
  assertInvariants,
  BID,
  type Event,
  HEARTBEAT_TIMEOUT_MS,
  type Market,
  NAMED_REQUESTS,
  OPEN_ORDERS_PER_ACCOUNT_MAX,
  STEPS_PER_COMMAND_MAX,
  type State,
  WALLETS_PER_ACCOUNT_MAX,
} from '@bellwether/engine';
import { BATCH_COMMANDS_MAX, BATCH_PAYLOAD_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { type AuditedLog, broken, type Rule } from '../audited-log.ts';
import type { FactOf } from '../facts.ts';

/** Records between two counts; a loss stays visible. */
const COUNT_EVERY = 16;

/**
 * Conservation of money, counted from the contents of wallets and markets and not from the engine's own totals, except
 * for the fee account after a correction: deposits minus withdrawals are in wallets, in holds, in the fee account and
 * under pairs, less the debts of accounts. YES and NO of an open market are equal in number and fully covered, nothing
 * is negative, and no book is crossed.
 */
export class Conservation implements Rule {
  readonly name = 'conservation';
  #came = 0n;
  #fees = 0n;
  /** True once a correction has moved money of the fee account; `results-pay` then sees to everyone else's. */
  #isCorrected = false;
  #records = 0;

  logged({ entries }: FactOf<'logged'>, log: AuditedLog): void {
    for (const { events } of entries) for (const event of events) this.#note(event);
    if (++this.#records % COUNT_EVERY === 0) this.ended(null, log);
  }

  #note(event: Event): void {
    if (event.kind === 'Deposited') this.#came += BigInt(event.amount);
    if (event.kind === 'Withdrawn') this.#came -= BigInt(event.amount);
    if (event.kind === 'WalletBound' || event.kind === 'WalletClaimed') this.#came += BigInt(event.credit);
    if (event.kind === 'TradeExecuted') this.#fees += BigInt(event.fee);
    if (event.kind === 'MarketSettled') this.#fees += BigInt(event.remainder);
    this.#isCorrected ||= event.kind === 'ResultReversed' || (event.kind === 'ResultConfirmed' && 'refund' in event);
  }

  ended(_: unknown, { state, end }: AuditedLog): void {
    const supplies = state.markets.map(({ vault }) => [0n, BigInt(vault)] as [bigint, bigint]);
    let inside = this.#isCorrected ? BigInt(state.totals.fees) : this.#fees;
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
    for (const { id, debt } of state.accounts) {
      this.#notNegative(`the debt of account ${id}`, debt);
      inside -= BigInt(debt);
    }
    if (inside !== this.#came)
      throw broken(
        this,
        `after entry ${end} there are ${inside} micros in the venue, ${this.#came} came in: ${inside - this.#came}`,
      );
    this.#checkHolds(state);
  }

  #checkMarket({ id, status, locked, book }: Market, [yes, no]: readonly [bigint, bigint]): void {
    if (status === 'open' && (yes !== no || yes !== BigInt(locked)))
      throw broken(this, `market ${id} has ${yes} YES, ${no} NO and ${locked} under them`);
    const [bid, ask] = [book?.bestPrice(BID) ?? 0, book?.bestPrice(ASK) ?? 0];
    if (bid !== 0 && ask !== 0 && bid >= ask) throw broken(this, `market ${id} is crossed: bid ${bid}, ask ${ask}`);
  }

  #checkHolds({ wallets, openOrders }: Readonly<State>): void {
    const held = new Map<number, number>();
    for (const order of openOrders.values())
      if (order.side === 'BUY') held.set(order.wallet, (held.get(order.wallet) ?? 0) + order.held);
    for (const wallet of wallets) {
      if (wallet.held !== (held.get(wallet.id) ?? 0))
        throw broken(this, `wallet ${wallet.id} holds ${wallet.held} micros, its orders ${held.get(wallet.id) ?? 0}`);
    }
  }

  #notNegative(what: string, ...amounts: readonly number[]): void {
    if (amounts.some((amount) => amount < 0)) throw broken(this, `${what} has ${amounts.join(', ')}`);
  }
}

const RECOUNT_EVERY = 128;

/** The engine's own invariants: the cheap ones after every entry, a full recount periodically and at the end. */
export class Invariants implements Rule {
  readonly name = 'engine-invariants';

  logged({ entries }: FactOf<'logged'>, log: AuditedLog): void {
    const isDue = Math.floor((log.end - entries.length) / RECOUNT_EVERY) !== Math.floor(log.end / RECOUNT_EVERY);
    this.#assert(log, () => {
      for (const { events } of entries) assertAfter(log.state, events);
      if (isDue) assertInvariants(log.state);
    });
  }

  ended(_: unknown, log: AuditedLog): void {
    this.#assert(log, () => assertInvariants(log.state));
  }

  #assert({ end }: AuditedLog, check: () => void): void {
    try {
      check();
    } catch (error) {
      throw broken(this, `entry ${end}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

const STEPS: ReadonlySet<string> = new Set(['ExpireOrders', 'EndTrading', 'SettleMarket', 'ExpireHeartbeats']);
/** Events that end the work of steps. `MarketUpdated` and `CatalogEventUpdated` reopen markets. */
const ENDS: ReadonlySet<string> = new Set([
  ...['MarketSettled', 'HeartbeatSwept', 'ResultCorrected', 'MarketUpdated', 'CatalogEventUpdated'],
]);
/** Wallets that a signer has deployed, on top of the others: one for each scheme. */
const DEPLOYED_MAX = 8;

/** Everything bounded stays within its bound: records, the work of one step, lists of the state, queues. */
export class Bounded implements Rule {
  readonly name = 'bounded';

  filled({ what, size, bound }: FactOf<'filled'>): void {
    this.#within(what, size, bound);
  }

  logged({ entries, bytes }: FactOf<'logged'>): void {
    this.#within('entries of a record', entries.length, BATCH_COMMANDS_MAX);
    // A single larger entry makes up its own record.
    if (entries.length > 1) this.#within('bytes of a record', bytes, BATCH_PAYLOAD_MAX + 64);
    for (const entry of entries) this.#step(entry);
  }

  #step({ sequence, command, events }: ChainedEntry): void {
    if (!STEPS.has(command.kind)) return;
    // After its work, a step may add events that say something is over; a key may be swept without an order.
    const done = events.filter(({ kind }) => !ENDS.has(kind)).length;
    this.#within(`steps of entry ${sequence}`, done, STEPS_PER_COMMAND_MAX);
  }

  ended(_: unknown, { state }: AuditedLog): void {
    this.#within('requests remembered', state.requests.size, NAMED_REQUESTS.inAllMax);
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
    if (size > bound) throw broken(this, `${what}: ${size}, at most ${bound}`);
  }
}
