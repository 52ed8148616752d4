/** Value of shares at a price. */
import { HALF_TICKS_ONE } from './prices/tables.ts';

/** shares * price, rounded down to a micro; exact, as in `costRoundedDown`. */
export function valueMicros(shares: number, halfTicks: number): number {
  const rest = shares % HALF_TICKS_ONE;
  const whole = (shares - rest) / HALF_TICKS_ONE;
  return whole * halfTicks + Math.floor((rest * halfTicks) / HALF_TICKS_ONE);
}
