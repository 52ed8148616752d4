/** The ladder of a token's book: asks above, bids below, the spread in between. Clicking a level fills the ticket. */
import { memo } from 'react';
import { formatCents, formatCompactShares, formatMoney, formatShares } from '../format/numbers.ts';
import { useBook } from '../live/live-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Market } from '../venue/market-model.ts';
import { type LadderLevel, ladderOf } from './ladder.ts';
import './order-book.css';
import { Panel } from '../ui/panel.tsx';

const RUNGS = 8;

interface OrderBookProps {
  readonly market: Market;
  readonly outcomeIndex: 0 | 1;
  readonly onOutcome: (index: 0 | 1) => void;
  /** Prices at which the user has orders. */
  readonly ownPrices: ReadonlySet<string>;
  /** Called when a level is clicked, with its price, the shares up to it, and the side the user would trade. */
  readonly onPick: (pick: { readonly price: string; readonly size: string; readonly side: 'BUY' | 'SELL' }) => void;
}

export function OrderBook({ market, outcomeIndex, onOutcome, ownPrices, onPick }: OrderBookProps) {
  const { tokenId } = market.outcomes[outcomeIndex];
  const { book, isStale } = useBook(tokenId);
  const ladder = book === null ? null : ladderOf(book, RUNGS);
  const row = (side: 'ask' | 'bid') => (rung: LadderLevel) => (
    <LadderRow key={rung.price} {...rung} side={side} isOwn={ownPrices.has(rung.price)} onPick={onPick} />
  );
  return (
    <Panel
      title='Order book'
      className='order-book'
      aside={<OutcomeSwitch market={market} value={outcomeIndex} onChange={onOutcome} />}
    >
      {ladder === null ? (
        <div className='panel__body stack' role='status' aria-label='Loading the order book'>
          <Skeleton height={180} />
          <Skeleton height={180} />
        </div>
      ) : (
        <div className={classNames('small ladder', isStale && 'ladder--stale')}>
          <div className='grid faint tiny center ladder__head' aria-hidden='true'>
            <span>Price</span>
            <span>Shares</span>
            <span>Total</span>
          </div>
          <section className='stack gap-0 ladder__side end' aria-label='Offers'>
            {ladder.asks.length === 0 ? (
              <p className='faint ladder__none'>No offers</p>
            ) : (
              [...ladder.asks].reverse().map(row('ask'))
            )}
          </section>
          <p className='row--apart faint flex ladder__middle numeric'>
            <span>
              Last <strong>{ladder.last === null ? '–' : formatCents(ladder.last)}</strong>
            </span>
            <span>
              Spread <strong>{ladder.spread === null ? '–' : formatCents(ladder.spread)}</strong>
            </span>
          </p>
          <section className='stack gap-0 ladder__side' aria-label='Bids'>
            {ladder.bids.length === 0 ? <p className='faint ladder__none'>No bids</p> : ladder.bids.map(row('bid'))}
          </section>
        </div>
      )}
    </Panel>
  );
}

type OutcomeSwitchProps = { readonly market: Market; readonly value: 0 | 1; readonly onChange: (index: 0 | 1) => void };

export function OutcomeSwitch({ market, value, onChange }: OutcomeSwitchProps) {
  return (
    <Segmented
      label='Outcome'
      value={value === 0 ? 'first' : 'second'}
      options={{ first: market.outcomes[0].label, second: market.outcomes[1].label }}
      onChange={(chosen) => onChange(chosen === 'first' ? 0 : 1)}
    />
  );
}

interface LadderRowProps extends LadderLevel {
  readonly side: 'ask' | 'bid';
  readonly isOwn: boolean;
  readonly onPick: OrderBookProps['onPick'];
}

/** Memoized because most rows stay the same when a book changes. */
const LadderRow = memo(({ price, size, depth, cost, fill, side, isOwn, onPick }: LadderRowProps) => {
  return (
    <button
      type='button'
      className={`grid center ladder__row ladder__row--${side} numeric`}
      title={`${formatShares(depth, 2, 'share')}, ${formatMoney(cost)} up to here`}
      onClick={() => onPick({ price, size: depth, side: side === 'ask' ? 'BUY' : 'SELL' })}
    >
      <span className='ladder__bar' style={{ transform: `scaleX(${fill}%)` }} />
      <span className='row ladder__price'>
        {isOwn && (
          <span className='ladder__own'>
            <span className='visually-hidden'>Your order</span>
          </span>
        )}
        <span className='visually-hidden'>{side === 'ask' ? 'Buy at' : 'Sell at'} </span>
        {formatCents(price)}
      </span>
      <span>
        {formatCompactShares(size)}
        <span className='visually-hidden'> shares, in total </span>
      </span>
      <span className='soft'>{formatMoney(cost)}</span>
    </button>
  );
});
