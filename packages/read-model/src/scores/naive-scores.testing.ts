/**
 * Scores computed again from the list of trades and from what anyone could see after each entry: prices, holdings and
 * the time. In floating point, second by second of each segment; nothing is carried from one entry to the next but
 * the price of each wallet's last fill.
 */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { naivePrices } from '../testing/naive-price.ts';
import type { RecordedVenue } from '../testing/recorded-venue.ts';

/** The venue after one entry. */
interface Tick {
  readonly timeS: number;
  readonly prices: readonly (number | null)[];
  readonly isTrading: readonly boolean[];
  /** Shares of the first outcome less those of the second, by market and wallet. */
  readonly nets: readonly ReadonlyMap<number, number>[];
  /** Price of each wallet's last fill for the first outcome, by market. */
  readonly fills: readonly ReadonlyMap<number, number>[];
}

export interface NaiveScore {
  readonly brier: number;
  readonly log: number;
  readonly seconds: number;
  /** Seconds, and seconds times forecast, by bin. */
  readonly bins: readonly (readonly [number, number])[];
}

export class NaiveScores {
  readonly #ticks: Tick[] = [];
  readonly #venue: RecordedVenue;

  constructor(venue: RecordedVenue) {
    this.#venue = venue;
  }

  /** Notes what the venue shows after an entry. */
  look(entry: ChainedEntry): void {
    const { state } = this.#venue;
    const fills = state.markets.map(({ id }) => new Map(this.#ticks.at(-1)?.fills[id] ?? []));
    for (const event of entry.events) {
      if (event.kind !== 'TradeExecuted') continue;
      const priceOf = (outcome: number, price: number): number =>
        Math.min(Math.max(outcome === 0 ? price : 1 - price, 1 / 20_000), 19_999 / 20_000);
      // To 1/20000, as displayed prices.
      const paid = Math.round((20_000 * event.collateral) / event.size) / 20_000;
      fills[event.market]?.set(event.wallet, priceOf(event.outcome, paid));
      for (const leg of event.legs) fills[event.market]?.set(leg.wallet, priceOf(leg.outcome, leg.price / 10_000));
    }
    const nets = state.markets.map(({ id }) => {
      const held = state.wallets.map(({ id: wallet, positions }) => {
        const position = positions.get(id);
        const shares = (outcome: 0 | 1): number => (position?.free[outcome] ?? 0) + (position?.held[outcome] ?? 0);
        return [wallet as number, shares(0) - shares(1)] as const;
      });
      return new Map(held);
    });
    this.#ticks.push({
      timeS: Math.floor(entry.timeMs / 1_000),
      prices: naivePrices(state),
      isTrading: state.markets.map(
        ({ status, closed, archived, tradingEnded, proposal }) =>
          status === 'open' && !closed && !archived && !tradingEnded && proposal === null,
      ),
      nets,
      fills,
    });
  }

  /** Payout of the first outcome of each market whose result stands, 0 to 1. */
  results(): Map<number, number> {
    const standing = this.#venue.state.markets.filter(
      ({ payouts, correction }) => payouts?.some((one) => one > 0) && (correction === null || correction.to !== null),
    );
    return new Map(standing.map(({ id, payouts }) => [id, (payouts?.[0] ?? 0) / 10_000]));
  }

  /** Score of a wallet's forecast, or of the displayed price (null), by the payout of the first outcome. */
  scoreOf(market: number, wallet: number | null, payout: number): NaiveScore | null {
    const bins = Array.from({ length: 10 }, () => [0, 0] as [number, number]);
    let [seconds, errors, surprises] = [0, 0, 0];
    for (const [index, tick] of this.#ticks.entries()) {
      const lasted = (this.#ticks[index + 1]?.timeS ?? tick.timeS) - tick.timeS;
      const isHeld = wallet === null || (tick.nets[market]?.get(wallet) ?? 0) !== 0;
      const forecast = wallet === null ? tick.prices[market] : tick.fills[market]?.get(wallet);
      if (lasted === 0 || !tick.isTrading[market] || !isHeld || forecast === null || forecast === undefined) continue;
      seconds += lasted;
      errors += lasted * (forecast - payout) ** 2;
      surprises -= lasted * (payout * Math.log(forecast) + (1 - payout) * Math.log(1 - forecast));
      const bin = bins[Math.min(Math.floor(forecast * 10 + 1e-9), 9)];
      if (bin === undefined) continue;
      bin[0] += lasted;
      bin[1] += lasted * forecast;
    }
    return seconds === 0 ? null : { brier: errors / seconds, log: surprises / seconds, seconds, bins };
  }

  /** Collateral and shares of a wallet, at the prices shown last and 0.5 where none is, less its debt, in micros. */
  totalOf(wallet: number, isBearer: boolean): number {
    const { accounts, wallets } = this.#venue.state;
    const found = wallets[wallet];
    if (found === undefined) return 0;
    const { free, held, positions, account } = found;
    let total = free + held - (isBearer ? (accounts[account]?.debt ?? 0) : 0);
    for (const [market, position] of positions) {
      const price = this.#ticks.at(-1)?.prices[market] ?? 0.5;
      const worth = (outcome: 0 | 1, at: number): number =>
        Math.floor((position.free[outcome] + position.held[outcome]) * at + 1e-6);
      total += worth(0, price) + worth(1, 1 - price);
    }
    return total;
  }
}
