/** Selects the outcome to trade, with the current price of each. */
import { complement } from '../format/decimal.ts';
import { formatCents } from '../format/numbers.ts';
import { useQuote } from '../live/live-context.tsx';
import { classNames } from '../ui/class-names.ts';
import type { Market } from '../venue/market-model.ts';
import type { Side } from './estimate.ts';

interface OutcomeButtonsProps {
  readonly market: Market;
  readonly side: Side;
  readonly value: 0 | 1;
  readonly onChange: (index: 0 | 1) => void;
}

export function OutcomeButtons({ market, side, value, onChange }: OutcomeButtonsProps) {
  const { bid, ask } = useQuote(market.outcomes[value].tokenId);
  // The other outcome's book mirrors this one.
  const own = side === 'BUY' ? ask : bid;
  const behind = side === 'BUY' ? bid : ask;
  const other = behind === null ? null : complement(behind);
  return (
    <fieldset className='grid gap-2 ticket__outcomes' aria-label='Outcome to trade'>
      {market.outcomes.map(({ index, label }) => {
        const price = index === value ? own : other;
        return (
          <button
            key={index}
            type='button'
            aria-pressed={index === value}
            className={classNames('button button--lg numeric', index === 0 ? 'button--yes' : 'button--no')}
            onClick={() => onChange(index)}
          >
            <span className='truncate'>{label}</span> {price !== null && <span>{formatCents(price)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
