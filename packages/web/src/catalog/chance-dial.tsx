/** A probability as a semicircular gauge. */
import { toMicros } from '../format/decimal.ts';
import { formatPercent } from '../format/numbers.ts';
import { NoPrice } from '../ui/figures.tsx';

const LENGTH = 100;

/** Renders an empty gauge while the price is unknown. */
export function ChanceDial({ price }: { readonly price: string | null }) {
  // A float is fine for the drawing; the number beside it is exact.
  const part = Number((price === null ? null : toMicros(price)) ?? 0n) / 1_000_000;
  return (
    <div className='chance-dial'>
      <svg width='56' height='32' viewBox='0 0 56 32' aria-hidden='true'>
        <path className='chance-dial__ground' d='M6 28a22 22 0 0 1 44 0' pathLength={LENGTH} />
        <path
          className='chance-dial__part'
          d='M6 28a22 22 0 0 1 44 0'
          pathLength={LENGTH}
          strokeDasharray={`${part * LENGTH} ${LENGTH * 2}`}
          data-likely={part >= 0.5 || undefined}
        />
      </svg>
      <p className='chance-dial__figure numeric'>{price === null ? <NoPrice /> : formatPercent(price)}</p>
      <p className='faint chance-dial__word'>chance</p>
    </div>
  );
}
