/** Positions folded from events by the rules of `cost-basis.ts`, naively, in exact fractions. For tests. */
import type { Event } from '@bellwether/engine';

export type Fraction = { readonly top: bigint; readonly bottom: bigint };

export const whole = (value: number): Fraction => ({ top: BigInt(value), bottom: 1n });
const reduced = (top: bigint, bottom: bigint): Fraction => {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? { top, bottom } : { top: top / a, bottom: bottom / a };
};
export const plus = (a: Fraction, b: Fraction): Fraction =>
  reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const times = (a: Fraction, top: number, bottom = 1) => reduced(a.top * BigInt(top), a.bottom * BigInt(bottom));
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, times(b, -1));
export const distance = (a: Fraction, b: number): number => {
  const { top, bottom } = minus(a, whole(b));
  return Math.abs(Number((top * 1_000n) / bottom)) / 1_000;
};

export interface NaivePosition {
  shares: number;
  cost: Fraction;
  realized: Fraction;
  bought: number;
  fees: number;
  entryFees: number;
  /** Every step rounds by at most one micro. */
  steps: number;
}

/** The rules as fractions: average cost, halves for pairs, payouts as stated, and carried-over cost for conversions. */
export class NaivePortfolio {
  readonly positions = new Map<string, NaivePosition>();
  readonly #payouts = new Map<number, readonly [number, number]>();

  at(wallet: number, market: number, outcome: number): NaivePosition {
    const key = `${wallet}:${market}:${outcome}`;
    let position = this.positions.get(key);
    if (position === undefined) {
      position = { shares: 0, cost: whole(0), realized: whole(0), bought: 0, fees: 0, entryFees: 0, steps: 0 };
      this.positions.set(key, position);
    }
    return position;
  }

  #buy(position: NaivePosition, size: number, paid: Fraction): void {
    position.shares += size;
    position.bought += size;
    position.cost = plus(position.cost, paid);
    position.steps += 1;
  }

  #remove(position: NaivePosition, size: number): Fraction {
    const removed = times(position.cost, size, position.shares);
    position.shares -= size;
    position.cost = minus(position.cost, removed);
    position.steps += 1;
    return removed;
  }

  #sell(position: NaivePosition, size: number, got: Fraction): void {
    if (size > 0) position.realized = plus(position.realized, minus(got, this.#remove(position, size)));
  }

  fold(event: Event): void {
    if (event.kind === 'TradeExecuted') {
      for (const part of [event, ...event.legs]) {
        const position = this.at(part.wallet, event.market, part.outcome);
        if (part.side === 'BUY') this.#buy(position, part.size, whole(part.collateral));
        else this.#sell(position, part.size, whole(part.collateral));
      }
      const position = this.at(event.wallet, event.market, event.outcome);
      position.fees += event.fee;
      if (event.side === 'BUY') position.entryFees += event.fee;
    } else if (event.kind === 'PositionSplit' || event.kind === 'PositionsMerged')
      for (const outcome of [0, 1]) {
        const position = this.at(event.wallet, event.market, outcome);
        const half = times(whole(event.amount), 1, 2);
        if (event.kind === 'PositionSplit') this.#buy(position, event.amount, half);
        else this.#sell(position, event.amount, half);
      }
    else if (event.kind === 'MarketResolved') this.#payouts.set(event.market, event.payouts);
    else if (event.kind === 'PayoutMade')
      for (const outcome of [0, 1] as const) {
        const size = event.shares[outcome];
        const got = times(whole(size), this.#payouts.get(event.market)?.[outcome] ?? 0, 10_000);
        this.#sell(this.at(event.wallet, event.market, outcome), size, got);
      }
    else if (event.kind === 'PositionsConverted') this.#convert(event);
  }

  /** Ends a market with a result, null for a refund, as if it had never had another. */
  settle(market: number, payouts: readonly [number, number] | null): void {
    for (const [key, position] of this.positions) {
      const [, of, outcome] = key.split(':').map(Number);
      if (of !== market) continue;
      this.#sell(
        position,
        position.shares,
        times(whole(position.shares), payouts?.[outcome === 0 ? 0 : 1] ?? 0, 10_000),
      );
      if (payouts === null) position.realized = whole(position.fees);
      position.steps += 1;
    }
  }

  #convert({ wallet, given, received, amount, collateral }: Extract<Event, { kind: 'PositionsConverted' }>): void {
    let cost = whole(0);
    for (const market of given) cost = plus(cost, this.#remove(this.at(wallet, market, 1), amount));
    const left = minus(cost, whole(collateral));
    const carried = received.length === 0 || left.top < 0n ? whole(0) : left;
    for (const market of given) {
      const position = this.at(wallet, market, 1);
      position.realized = plus(position.realized, times(minus(carried, left), 1, given.length));
    }
    for (const market of received) this.#buy(this.at(wallet, market, 0), amount, times(carried, 1, received.length));
  }
}
