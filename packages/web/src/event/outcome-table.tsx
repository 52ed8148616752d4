/** The markets of an event, one row each: chance, change within a day, volume, and buttons to trade. */
import type { HistoryPoint } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TradeWords, useCosts } from '../catalog/event-card.tsx';
import { changeOf } from '../chart/series.ts';
import { formatCompactMoney, pointsWord } from '../format/numbers.ts';
import { useRowPrice } from '../live/live-context.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Change, Percent } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { Panel } from '../ui/panel.tsx';
import { type EventRow, leadingRows, stopWords } from '../venue/market-model.ts';
import { daysQuery, HISTORIES_MAX } from '../venue/queries.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { useClient } from '../venue/venue-context.tsx';

/** More answers than these are shown on request; until then the likeliest, in their order. */
const ROWS_MAX = 20;

export type Choice = { readonly slug: string; readonly outcome: 0 | 1 };

interface OutcomeTableProps {
  readonly rows: readonly EventRow[];
  /** Null if no market takes orders. */
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

export function OutcomeTable({ rows: all, chosen, onChoose }: OutcomeTableProps) {
  const [isWhole, setWhole] = useState(all.length <= ROWS_MAX);
  const rows = isWhole ? all : leadingRows(all, ROWS_MAX);
  const tokenIds = rows.slice(0, HISTORIES_MAX).map((row) => row.tokenIds[0]);
  const { data } = useQuery(daysQuery(useClient(), tokenIds));
  const hasOwnEnds = new Set(rows.map(({ closeTime }) => closeTime)).size > 1;
  return (
    <Panel title={all.length === 1 ? 'Market' : `${all.length} markets`}>
      <p className='grid gap-4 pad center line-below outcome faint tiny semi outcomes__legend' aria-hidden='true'>
        <span>Answer</span>
        <span>Chance, 24 h</span>
        <span>Buy at</span>
      </p>
      <ul className='outcomes'>
        {rows.map((row) => (
          <OutcomeRow
            key={row.conditionId}
            row={row}
            day={data?.[row.tokenIds[0]]}
            hasOwnEnd={hasOwnEnds}
            chosen={chosen?.slug === row.slug ? chosen.outcome : null}
            onChoose={(outcome) => onChoose({ slug: row.slug, outcome })}
          />
        ))}
      </ul>
      {!isWhole && (
        <div className='pad'>
          <Button onClick={() => setWhole(true)}>Show all {all.length}</Button>
        </div>
      )}
    </Panel>
  );
}

interface OutcomeRowProps {
  readonly row: EventRow;
  readonly day: readonly HistoryPoint[] | undefined;
  /** True if the event's markets stop trading at different times. */
  readonly hasOwnEnd: boolean;
  /** Outcome that the ticket is for; null if it is for another market. */
  readonly chosen: 0 | 1 | null;
  readonly onChoose: (outcome: 0 | 1) => void;
}

function OutcomeRow({ row, day, hasOwnEnd, chosen, onChoose }: OutcomeRowProps) {
  const price = useRowPrice(row);
  const change = changeOf(day, price);
  const { text, hasEnded } = useTradingEnd(hasOwnEnd && !row.closed ? row.closeTime : '');
  return (
    <li className={classNames('grid gap-4 pad center line-below outcome', chosen !== null && 'outcome--chosen')}>
      <div className='row gap-3'>
        {row.image !== '' && <Mark id={row.slug} image={row.image} size={36} />}
        <div className='stack-tight'>
          <Link to='/market/$slug' params={{ slug: row.slug }} className='plain bold'>
            {row.label}
          </Link>
          <p className='faint small numeric'>{formatCompactMoney(row.volume)} vol.</p>
          {text !== '' && !hasEnded && <p className='faint small numeric'>{text}</p>}
        </div>
      </div>
      <div className='gap-2 flex outcome__chance'>
        <Percent price={price} className='outcome__percent' />
        <span className='small' title='Change within 24 hours, in points'>
          <Change change={change} />
          <span className='visually-hidden'> {pointsWord(change)} within 24 hours</span>
        </span>
      </div>
      <div className='outcome__trade'>
        <TradeButtons row={row} chosen={chosen} onChoose={onChoose} />
      </div>
    </li>
  );
}

interface TradeButtonsProps {
  readonly row: EventRow;
  readonly chosen: 0 | 1 | null;
  readonly onChoose: (outcome: 0 | 1) => void;
}

function TradeButtons({ row, chosen, onChoose }: TradeButtonsProps) {
  const costs = useCosts(row);
  const { hasEnded } = useTradingEnd(row.closed ? '' : row.closeTime);
  const stop = stopWords(row, hasEnded);
  if (stop !== null) return <span className='badge'>{stop}</span>;
  return (
    <span className='trade-links'>
      {([0, 1] as const).map((outcome) => (
        <button
          key={outcome}
          type='button'
          aria-pressed={chosen === outcome}
          className={classNames('button button--sm numeric', outcome === 0 ? 'button--yes' : 'button--no')}
          onClick={() => onChoose(outcome)}
        >
          <TradeWords row={row} outcome={outcome} price={costs[outcome]} />
        </button>
      ))}
    </span>
  );
}
