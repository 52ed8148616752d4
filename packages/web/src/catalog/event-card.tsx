/** An event in a list: its question, the current chances of the leading answers, and links to trade each. */
import type { Event } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { lineColour } from '../chart/colours.ts';
import { changeOf, SPARK_HEIGHT, SPARK_WIDTH, sparkPaths } from '../chart/series.ts';
import { useClock } from '../clock/clock-context.tsx';
import { complement, toMicros } from '../format/decimal.ts';
import { formatCents, formatCompactMoney, formatPercent, pointsWord } from '../format/numbers.ts';
import { endOf, formatDate } from '../format/time.ts';
import { useFollow, useKnownQuote, useRowPrice } from '../live/live-context.tsx';
import { Change, NoPrice, Percent } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type EventRow, eventRows, leadingRows, stopWords } from '../venue/market-model.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { WatchButton } from '../watch/watch-button.tsx';
import { useDay, useDays } from './day-curves.tsx';
import './event-card.css';

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
          <span className='inline-row event-card__end' title='Ends'>
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
  const stop = stopWords(row, hasEnded);
  if (stop !== null) return <span className='badge'>{stop}</span>;
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

/** `Yes 63¢`, with the row's label for screen readers. */
export function TradeWords({ row, outcome, price }: Readonly<{ row: EventRow; outcome: 0 | 1; price: string | null }>) {
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

const SECOND_MS = 1_000;

/** Draws one line per row in the row's colour; a single line is green or red. Decoration next to the numbers. */
function CardCurve({ rows }: { readonly rows: readonly EventRow[] }) {
  const days = useDays();
  const now = Math.floor(useClock().now() / SECOND_MS);
  const lines = rows.map(({ tokenIds }) => days.get(tokenIds[0]) ?? []);
  const [only] = rows;
  const isSingle = rows.length === 1 && only !== undefined;
  const [points = []] = lines;
  const isFalling = (points.at(-1)?.p ?? 0) < (points[0]?.p ?? 0);
  return (
    <div className='card-curve'>
      <svg
        className='drawing'
        viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
        preserveAspectRatio='none'
        aria-hidden='true'
      >
        <path className='card-curve__ground' d={`M0 ${SPARK_HEIGHT}H${SPARK_WIDTH}`} />
        {sparkPaths(lines, now).map((path, line) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place.
            key={line}
            className='card-curve__line'
            d={path}
            style={{ stroke: isSingle ? `var(--${isFalling ? 'no' : 'yes'})` : lineColour(line) }}
          />
        ))}
      </svg>
      {isSingle && (
        <span className='faint card-curve__change'>
          <DayChange row={only} />
          <span aria-hidden='true'> today</span>
        </span>
      )}
    </div>
  );
}

/** `▲ 3.5`: the change within 24 hours, in points. Renders nothing until it is known. */
function DayChange({ row }: { readonly row: EventRow }) {
  const day = useDay(row.tokenIds[0]);
  const price = useRowPrice(row);
  const change = changeOf(day, price);
  if (change === null) return null;
  return (
    <span className='day-change'>
      <Change change={change} />
      <span className='visually-hidden'> {pointsWord(change)} within 24 hours</span>
    </span>
  );
}

const LENGTH = 100;

/** Renders an empty gauge while the price is unknown. */
function ChanceDial({ price }: { readonly price: string | null }) {
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
