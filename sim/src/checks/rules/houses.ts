/** House makers: whichever answers win they lose at most their subsidy, and their quotes leave no riskless profit. */
import {
  ASK,
  BID,
  type BookSide,
  type CurveTerms,
  type House,
  type Market,
  PRICE_ONE,
  type State,
} from '@bellwether/engine';
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

  #check(state: Readonly<State>, end: number): void {
    if (state.houses.due.size > 0) return;
    for (const house of state.houses.all) {
      this.#checkLoss(house, state, end);
      for (const curve of house.curves) this.#checkQuotes(house, curve, state, end);
    }
  }

  #give(wallet: number, amount: number): void {
    this.#given.set(wallet, (this.#given.get(wallet) ?? 0) + amount);
  }

  #checkLoss({ id, wallet, account, curves }: House, state: Readonly<State>, end: number): void {
    const { free = 0, held = 0, positions } = state.wallets[wallet] ?? {};
    let worth = free + held - (state.accounts[account]?.debt ?? 0);
    for (const curve of curves) {
      const markets = marketsOf(curve, state);
      if (markets.some(({ status }) => status === 'resolving')) return;
      if (isRace(curve) && markets.some(({ id }) => this.#reversed.has(id))) return;
      const running = markets.filter(({ status }) => status === 'open').map((market) => market.id);
      const values = (isRace(curve) ? running : [-1, ...running]).map((winner) =>
        running.reduce((sum, market) => {
          const { free, held } = positions?.get(market) ?? NOTHING;
          const outcome = winner === market ? 0 : 1;
          return sum + free[outcome] + held[outcome];
        }, 0),
      );
      if (running.length > 0) worth += Math.min(...values);
    }
    const given = this.#given.get(wallet) ?? 0;
    if (worth < given)
      throw broken(this, `after entry ${end} house ${id} may lose ${given - worth} micros beyond its subsidy`);
  }

  #checkQuotes({ id, account }: House, curve: CurveTerms, state: Readonly<State>, end: number): void {
    if (!isRace(curve)) return;
    const running = marketsOf(curve, state).filter(({ status }) => status === 'open');
    const sum = (side: BookSide): number => running.reduce((total, market) => total + bestOf(market, side, account), 0);
    const [bids, asks] = [sum(BID), sum(ASK)];
    if (bids > PRICE_ONE)
      throw broken(this, `after entry ${end} the bids of house ${id} add to ${bids} / ${PRICE_ONE}`);
    if (running.length > 0 && asks < PRICE_ONE)
      throw broken(this, `after entry ${end} the asks of house ${id} add to ${asks} / ${PRICE_ONE}`);
  }
}

/** True for a curve of which exactly one first outcome wins. */
const isRace = ({ probabilities }: CurveTerms): boolean =>
  probabilities.reduce((sum, part) => sum + part, 0) === 1_000_000;

const marketsOf = ({ markets }: CurveTerms, state: Readonly<State>): readonly Market[] =>
  markets.flatMap((id) => state.markets[id] ?? []);

/** The best price of an account on a side; without one, the end of the range. */
function bestOf({ book }: Market, side: BookSide, account: number): number {
  let order = book?.first(side) ?? null;
  while (order !== null && order.account !== account) order = book?.after(order) ?? null;
  return order?.bookPrice ?? (side === BID ? 0 : PRICE_ONE);
}
