/** An event in a list: its question, the current chances of the leading answers, and links to trade each. */
import type { Event } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { lineColour } from '../chart/colours.ts';
import { complement } from '../format/decimal.ts';
import { formatCents, formatCompactMoney } from '../format/numbers.ts';
import { endOf, formatDate } from '../format/time.ts';
import { useFollow, useKnownQuote, useRowPrice } from '../live/live-context.tsx';
import { Percent } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { closedWords, type EventRow, eventRows, leadingRows } from '../venue/market-model.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { WatchButton } from '../watch/watch-button.tsx';
import { CardCurve, DayChange } from './card-curve.tsx';
import { ChanceDial } from './chance-dial.tsx';
import './event-card.css';

/** Maximum number of rows on a card. */
const ROWS_SHOWN = 3;

/** Returns the first token of each market that the event's card shows. */
export const cardTokens = (event: Event): readonly string[] =>
  leadingRows(eventRows(event), ROWS_SHOWN).map(({ tokenIds }) => tokenIds[0]);

export function EventCard({ event }: { readonly event: Event }) {
  const rows = eventRows(event);
  const shown = leadingRows(rows, ROWS_SHOWN);
  useFollow(shown.map(({ tokenIds }) => tokenIds[0]));
  const [only] = rows;
  const isSingle = rows.length === 1 && only !== undefined;
  return (
    <article className='event-card panel'>
      <header className='top gap-3 event-card__head'>
        <Mark id={event.slug} image={event.image || event.icon} size={40} />
        <h2 className='event-card__title'>
          {isSingle ? (
            <Link to='/market/$slug' params={{ slug: only.slug }} className='plain'>
              {event.title}
            </Link>
          ) : (
            <Link to='/event/$slug' params={{ slug: event.slug }} className='plain'>
              {event.title}
            </Link>
          )}
        </h2>
        {isSingle && <CardDial row={only} />}
        <WatchButton event={event.slug} title={event.title} />
      </header>
      {!isSingle && (
        <ul className='stack event-card__rows'>
          {shown.map((row, line) => (
            <CardRow key={row.conditionId} row={row} line={line} />
          ))}
        </ul>
      )}
      <CardCurve rows={shown} />
      {isSingle && <WideButtons row={only} />}
      <footer className='row faint gap-3 tiny event-card__foot numeric'>
        <span>{formatCompactMoney(event.volume)} vol.</span>
        {rows.length > ROWS_SHOWN && <span>{rows.length} markets</span>}
        {endOf(event.endDate) !== '' && (
          <span className='event-card__end' title='Ends'>
            <Icon name='clock' size={13} />
            {formatDate(event.endDate)}
          </span>
        )}
      </footer>
    </article>
  );
}

function CardDial({ row }: { readonly row: EventRow }) {
  return <ChanceDial price={useRowPrice(row)} />;
}

function CardRow({ row, line }: { readonly row: EventRow; readonly line: number }) {
  const price = useRowPrice(row);
  return (
    <li className='event-card__row'>
      <Link
        to='/market/$slug'
        params={{ slug: row.slug }}
        className='plain row soft event-card__label'
        title={row.label}
      >
        <span className='dot' style={{ background: lineColour(line) }} />
        <span className='truncate'>{row.label}</span>
      </Link>
      <span className='stack gap-0 event-card__figures'>
        <Percent price={price} className='event-card__percent' />
        <DayChange row={row} />
      </span>
      <TradeLinks row={row} />
    </li>
  );
}

/** Returns the current cost of buying each outcome: the best ask, or 1 less the best bid. */
export function useCosts(row: EventRow): readonly [string | null, string | null] {
  const quote = useKnownQuote(row.tokenIds[0]);
  const { bid, ask } = quote ?? row;
  return [ask, bid === null ? null : complement(bid)];
}

/** Yes and No with their prices, linking to the market's ticket while the market takes orders. */
function TradeLinks({ row }: { readonly row: EventRow }) {
  const [yes, no] = useCosts(row);
  const { hasEnded } = useTradingEnd(row.closed ? '' : row.closeTime);
  if (row.closed) return <span className='badge'>{closedWords(row)}</span>;
  if (hasEnded) return <span className='badge'>Trading ended</span>;
  return (
    <span className='trade-links'>
      <Link to='/market/$slug' params={{ slug: row.slug }} className='button button--yes button--sm numeric'>
        <TradeWords row={row} outcome={0} price={yes} />
      </Link>
      <Link
        to='/market/$slug'
        params={{ slug: row.slug }}
        search={{ outcome: 1 }}
        className='button button--no button--sm numeric'
      >
        <TradeWords row={row} outcome={1} price={no} />
      </Link>
    </span>
  );
}

interface TradeWordsProps {
  readonly row: EventRow;
  readonly outcome: 0 | 1;
  readonly price: string | null;
}

/** `Yes 63¢`, with the row's label for screen readers. */
export function TradeWords({ row, outcome, price }: TradeWordsProps) {
  return (
    <>
      {row.outcomeLabels[outcome]}
      {price !== null && <span className='trade-links__price'>{formatCents(price, 1)}</span>}
      <span className='visually-hidden'> for {row.label}</span>
    </>
  );
}

function WideButtons({ row }: { readonly row: EventRow }) {
  return (
    <div className='event-card__wide'>
      <TradeLinks row={row} />
    </div>
  );
}

/** Placeholder for a card that is loading. */
export function EventCardSkeleton() {
  return (
    <div className='event-card panel' aria-hidden='true'>
      <div className='top gap-3 event-card__head'>
        <Skeleton width={40} height={40} />
        <Skeleton width='70%' height={18} />
      </div>
      <div className='stack event-card__rows'>
        <Skeleton height={28} />
        <Skeleton height={28} />
        <Skeleton height={28} />
      </div>
      <div className='row faint gap-3 tiny event-card__foot'>
        <Skeleton width={120} height={12} />
      </div>
    </div>
  );
}
