/** Course of markets after fills. */
import { HALF_TICKS_PER_UNIT, middleHalfTicks } from '@bellwether/contract/displayed-price';
import { ASK, BID, isRefund, type Market, type MarketId, marketOf, type State } from '@bellwether/engine';
import { type AfterFills, HORIZONS_MS, type ReportFill } from './document.ts';
import { exact, exactText, perShareText, worth } from './exact.ts';

interface WatchedFill extends Pick<ReportFill, 'outcome' | 'side' | 'role'> {
  readonly timeMs: number;
  readonly market: MarketId;
  /** Micros. */
  readonly size: number;
  readonly collateral: number;
  /** `ReportFill.after`, filled in as time passes. */
  readonly after: (string | null)[];
}

/** Prices of a market for the rules of `displayed-price`. A refund pays no share anything, and stands for no price. */
export function pricesOf({ payouts, book, lastTrade }: Readonly<Market>) {
  return {
    payout: payouts === null || isRefund(payouts) ? null : payouts[0],
    bid: book?.bestPrice(BID) ?? 0,
    ask: book?.bestPrice(ASK) ?? 0,
    lastTrade: lastTrade?.price ?? null,
  };
}

export class FillWatch {
  /** Fills that wait for each horizon, in the order of time. */
  readonly #waiting = HORIZONS_MS.map(() => new Set<WatchedFill>());
  readonly #sums = HORIZONS_MS.flatMap((after_ms) =>
    (['all', 'maker', 'taker'] as const).map((role) => {
      return { after_ms, role, fills: 0, shares: 0n, total: 0n, not_yet: 0, no_middle: 0 };
    }),
  );

  add(fill: WatchedFill): void {
    for (const waiting of this.#waiting) waiting.add(fill);
  }

  /** Looks at fills whose moment lies before `timeMs`; `state` is that of all entries before `timeMs`. */
  look(timeMs: number, state: Readonly<State>): void {
    for (const [index, waiting] of this.#waiting.entries()) {
      for (const fill of waiting) {
        if (fill.timeMs + (HORIZONS_MS[index] ?? 0) >= timeMs) break;
        waiting.delete(fill);
        this.#take(fill, index, middleHalfTicks(pricesOf(marketOf(state, fill.market))));
      }
    }
  }

  /** Sums of all fills. Called once. */
  end(): readonly AfterFills[] {
    for (const [index, waiting] of this.#waiting.entries())
      for (const { role } of waiting) for (const sum of this.#sumsOf(index, role)) sum.not_yet++;
    return this.#sums.map(({ after_ms, role, fills, shares, total, ...without }) => {
      return { after_ms, role, fills, per_share: perShareText(total, shares), total: exactText(total), ...without };
    });
  }

  #sumsOf(index: number, role: ReportFill['role']) {
    return this.#sums.filter((sum) => sum.after_ms === HORIZONS_MS[index] && (sum.role === 'all' || sum.role === role));
  }

  #take({ outcome, side, role, size, collateral, after }: WatchedFill, index: number, middle: number | null): void {
    const own = middle === null || outcome === 0 ? middle : HALF_TICKS_PER_UNIT - middle;
    const gained = own === null ? 0n : worth(size, own) - exact(collateral);
    const favour = side === 'BUY' ? gained : -gained;
    if (own !== null) after[index] = perShareText(favour, BigInt(size));
    for (const sum of this.#sumsOf(index, role)) {
      if (own === null) sum.no_middle++;
      else {
        sum.fills++;
        sum.shares += BigInt(size);
        sum.total += favour;
      }
    }
  }
}
