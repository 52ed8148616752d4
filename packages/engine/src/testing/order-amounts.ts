/** The two amounts of an order: exact if it rests, else rounded as by clients, often a few micros. Tests only. */
import { type Micros, micros, type Side } from '../units/units.ts';
import type { Dice } from './dice.ts';

const UNIT = 1_000_000;

export type Amounts = { readonly makerAmount: Micros; readonly takerAmount: Micros };

const amountsOf = (side: Side, collateral: number, shares: number): Amounts =>
  side === 'BUY'
    ? { makerAmount: micros(collateral), takerAmount: micros(shares) }
    : { makerAmount: micros(shares), takerAmount: micros(collateral) };

/** Amounts that express the price exactly; the sizes include the smallest possible. */
export function restingAmounts(dice: Dice, side: Side, price: number, minimumSize: number): Amounts {
  let divisor = 10_000;
  for (let rest = price; rest > 0; ) [divisor, rest] = [rest, divisor % rest];
  const grain = 10_000 / divisor;
  const tiny = [1 + dice.below(4), 1 + dice.below(4), 1 + dice.below(4), 1 + dice.below(1000)];
  const usual = [5 * UNIT, 5 * UNIT + dice.below(UNIT), 30 * UNIT];
  const wanted = dice.pick([...tiny, ...usual, dice.once(10) ? 1e13 : UNIT]);
  const shares = Math.ceil(Math.max(wanted, dice.once(10) ? 1 : Math.max(1, minimumSize)) / grain) * grain;
  const collateral = (shares / 10_000) * price;
  return amountsOf(side, Math.round(collateral) + (dice.once(40) ? 1 : 0), dice.once(100) ? 0 : shares);
}

/** Amounts rounded as by clients: the share or collateral amount cut to the decimals of the tick, or to 4. */
export function immediateAmounts(dice: Dice, side: Side, price: number, tick: number): Amounts {
  const steps: Readonly<Record<number, number>> = { 1000: 1000, 100: 100, 50: 10, 25: 1, 10: 10, 1: 1 };
  const unit = dice.once(3) ? 100 : (steps[tick] ?? 1);
  const tiny = [1 + dice.below(4), 1 + dice.below(30), 15 + dice.below(20), 1 + dice.below(5000)];
  const odd = dice.pick([...tiny, UNIT + dice.below(UNIT), 5 * UNIT, dice.below(40 * UNIT), 250 * UNIT]);
  if (price === 0) return amountsOf(side, odd, odd);
  const cut = (value: number): number => (dice.once(3) ? Math.ceil(value) : Math.floor(value / unit) * unit);
  return side === 'BUY'
    ? amountsOf(side, odd, cut((odd * 10_000) / price))
    : amountsOf(side, cut((odd * price) / 10_000), odd);
}
