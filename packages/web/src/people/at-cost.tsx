/** Note on how much of a total is positions valued at cost. */
import type { UserPosition } from '@bellwether/contract';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatMoney } from '../format/numbers.ts';

/** Returns the total cost, in millionths, of positions without a known price. */
export function valueAtCost(positions: readonly Pick<UserPosition, 'currentValue' | 'priceKnown'>[]): bigint {
  return positions.reduce(
    (sum, { currentValue, priceKnown }) => (priceKnown ? sum : sum + (toMicros(currentValue) ?? 0n)),
    0n,
  );
}

/** Renders nothing if every price is known. */
export function AtCostNote({ positions }: { readonly positions: readonly UserPosition[] }) {
  if (positions.every(({ priceKnown }) => priceKnown)) return null;
  return (
    <p className='small faint'>
      Includes {formatMoney(fromMicros(valueAtCost(positions)))} of positions at cost: their prices are not known yet.
    </p>
  );
}
