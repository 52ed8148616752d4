import type { UpdateMarket } from '../command.ts';
import { micros } from '../units/units.ts';
import type { Dice } from './dice.ts';

export function marketChanges(dice: Dice, nowMs: number): UpdateMarket['changes'] {
  if (dice.once(10)) return closeTime(dice, nowMs);
  // Often removes the closing time, so that trading resumes soon.
  if (dice.once(3)) return { closeTimeMs: null };
  const tick = dice.pick([1000, 100, 50, 25, 10, 1]);
  const drawn = dice.below(6);
  if (drawn === 0) return { tick };
  if (drawn === 1)
    return { takerFeeRate: dice.pick([0, 100, 1000, 10_000]), minimumSize: micros(dice.pick([1, 1_000_000])) };
  if (drawn === 2) return dice.once(2) ? { tick: 7 } : dice.once(2) ? {} : { takerFeeRate: 10_001 };
  if (drawn === 3) return { active: !dice.once(6), archived: dice.once(12) };
  return { acceptingOrders: !dice.once(5), closed: dice.once(12), archived: false, active: true };
}

/** A time around now, no time, or an invalid one. */
export function closeTime(dice: Dice, nowMs: number): { readonly closeTimeMs: number | null } {
  const odd = dice.once(6) ? -1 : 0;
  return { closeTimeMs: dice.pick([null, nowMs - 1, nowMs, nowMs + 1, nowMs + 2_000, nowMs + 9_000, odd]) };
}
