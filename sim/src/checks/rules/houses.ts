/** House makers: whichever answers win they lose at most their subsidy, and their quotes leave no riskless profit. */
import { ASK, BID, type BookSide, type Market, PRICE_ONE, type State } from '@bellwether/engine';
import { type AuditedLog, broken, type Rule } from '../audited-log.ts';
import type { FactOf } from '../facts.ts';

const NOTHING = { free: [0, 0], held: [0, 0] } as const;

/**
 * After each record that leaves no quotes due: the house's worth, if the worst answers for it win, is at least what it
 * was given beyond its subsidy. Not checked while its markets are being paid, nor in a one-winner event with a reversed
 * result: the house may have traded the other answers as if it were final.
 */
export class HousesKeepWithin implements Rule {
  readonly name = 'houses-keep-within';
  /** Micros deposited less those withdrawn, by wallet. */
  readonly #given = new Map<number, number>();
  readonly #reversed = new Set<number>();

  logged({ entries }: FactOf<'logged'>, { state, end }: AuditedLog): void {
    for (const event of entries.flatMap(({ events }) => events)) {
      if (event.kind === 'Deposited') this.#give(event.wallet, event.amount);
      if (event.kind === 'Withdrawn') this.#give(event.wallet, -event.amount);
      if (event.kind === 'ResultReversed') for (const market of event.markets) this.#reversed.add(market);
    }
    this.#check(state, end);
  }

  ended(_: unknown, { state, end }: AuditedLog): void {
    if (state.houses.due.size > 0) throw broken(this, `after entry ${end}, the last one, quotes are due`);
    this.#check(state, end);
  }

  #give(wallet: number, amount: number): void {
    this.#given.set(wallet, (this.#given.get(wallet) ?? 0) + amount);
  }

  #check(state: Readonly<State>, end: number): void {
    if (state.houses.due.size > 0) return;
    for (const { id, wallet, account, curves } of state.houses.all) {
      const { free = 0, held = 0, positions } = state.wallets[wallet] ?? {};
      let worth = free + held - (state.accounts[account]?.debt ?? 0) - (this.#given.get(wallet) ?? 0);
      for (const { markets, probabilities } of curves) {
        const all = markets.flatMap((market) => state.markets[market] ?? []);
        const running = all.filter(({ status }) => status === 'open');
        const isRace = running.length > 0 && probabilities.reduce((sum, part) => sum + part, 0) === 1_000_000;
        const winners = [...(isRace ? [] : [null]), ...running];
        const values = winners.map((winner) =>
          running.reduce((sum, market) => {
            const shares = positions?.get(market.id) ?? NOTHING;
            const outcome = winner === market ? 0 : 1;
            return sum + shares.free[outcome] + shares.held[outcome];
          }, 0),
        );
        const isUnclear = all.some((one) => one.status === 'resolving' || (isRace && this.#reversed.has(one.id)));
        worth += isUnclear ? Number.POSITIVE_INFINITY : Math.min(...values);
        if (!isRace) continue;
        const [bids, asks] = [BID, ASK].map((side) => running.reduce((sum, one) => sum + best(one, side, account), 0));
        if ((bids ?? 0) > PRICE_ONE || (asks ?? 0) < PRICE_ONE)
          throw broken(this, `after entry ${end} the quotes of house ${id} add to ${bids} and ${asks} / ${PRICE_ONE}`);
      }
      if (worth < 0) throw broken(this, `after entry ${end} house ${id} may lose ${-worth} micros beyond its subsidy`);
    }
  }
}

/** The best price of an account on a side; the end of the range without one, or if nothing can be traded there. */
function best({ book, closed, archived, tradingEnded }: Market, side: BookSide, account: number): number {
  let order = closed || archived || tradingEnded ? null : (book?.first(side) ?? null);
  while (order !== null && order.account !== account) order = book?.after(order) ?? null;
  return order?.bookPrice ?? (side === BID ? 0 : PRICE_ONE);
}
