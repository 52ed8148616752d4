/**
 * Conservation of money, counted from the contents of wallets and markets and not from the engine's own totals:
 * deposits minus withdrawals are in wallets, in holds, in the fee account and under pairs. YES and NO of an open market
 * are equal in number and fully covered, nothing is negative, and no book is crossed.
 */
import { ASK, BID, type Event, type Market, type State } from '@bellwether/engine';
import { Violation } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';
import type { Fact } from '../facts.ts';
import type { Rule } from '../rule.ts';

/** Records between two counts; a loss stays visible. */
const COUNT_EVERY = 16;

export class Conservation implements Rule {
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
      throw new Violation(
        this.name,
        `after entry ${end} there are ${inside} micros in the venue, ${this.#came} came in: ${inside - this.#came}`,
      );
    this.#checkHolds(state);
  }

  #checkMarket({ id, status, locked, book }: Market, [yes, no]: readonly [bigint, bigint]): void {
    if (status === 'open' && (yes !== no || yes !== BigInt(locked)))
      throw new Violation(this.name, `market ${id} has ${yes} YES, ${no} NO and ${locked} under them`);
    const [bid, ask] = [book?.bestPrice(BID) ?? 0, book?.bestPrice(ASK) ?? 0];
    if (bid !== 0 && ask !== 0 && bid >= ask)
      throw new Violation(this.name, `market ${id} is crossed: bid ${bid}, ask ${ask}`);
  }

  /** Checks that a wallet's holds equal the holds of its open orders. */
  #checkHolds({ wallets, openOrders }: Readonly<State>): void {
    const held = new Map<number, number>();
    for (const order of openOrders.values())
      if (order.side === 'BUY') held.set(order.wallet, (held.get(order.wallet) ?? 0) + order.held);
    for (const wallet of wallets) {
      if (wallet.held !== (held.get(wallet.id) ?? 0))
        throw new Violation(
          this.name,
          `wallet ${wallet.id} holds ${wallet.held} micros, its orders ${held.get(wallet.id) ?? 0}`,
        );
    }
  }

  #notNegative(what: string, ...amounts: readonly number[]): void {
    if (amounts.some((amount) => amount < 0)) throw new Violation(this.name, `${what} has ${amounts.join(', ')}`);
  }
}
