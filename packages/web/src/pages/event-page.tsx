/** Event page: outcomes with their chances, price history, rules and related events. */
import type { Event } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { HistoryChart } from '../chart/history-chart.tsx';
import { useNow } from '../clock/clock-context.tsx';
import { Comments } from '../comments/comments.tsx';
import { endOfTrading, endWord, openingOfTrading } from '../event/ends.ts';
import { EventFacts } from '../event/event-facts.tsx';
import { type Choice, OutcomeTable } from '../event/outcome-table.tsx';
import { tokenLabelsOf } from '../event/token-labels.ts';
import { TradingEndFact, TradingOpenFact } from '../event/trading-end-fact.tsx';
import { formatCompactMoney, formatPercent } from '../format/numbers.ts';
import { endOf, formatDate } from '../format/time.ts';
import { HouseNote } from '../house/house-mark.tsx';
import { useFollow } from '../live/live-context.tsx';
import { NumericPanel } from '../numeric/numeric-panel.tsx';
import { scaleOf } from '../numeric/scale.ts';
import { EventResults } from '../results/result-banner.tsx';
import { EventScoresPanel } from '../scores/event-scores.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { TradePlace } from '../ticket/trade-place.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { ONE_COLUMN, useMedia } from '../ui/use-media.ts';
import { isMissing } from '../venue/error-text.ts';
import {
  afterClose,
  byChance,
  type EventRow,
  eventRow,
  eventRows,
  type Market,
  marketOf,
} from '../venue/market-model.ts';
import { eventQuery, eventsOfSeriesQuery, eventsOfTagQuery, marketQuery } from '../venue/queries.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { useClient } from '../venue/venue-context.tsx';
import { WatchButton } from '../watch/watch-button.tsx';
import { NoPage } from './no-page.tsx';
import '../event/event.css';

const route = getRouteApi('/event/$slug');
const LINES_MAX = 6;

export function EventPage() {
  const { slug } = route.useParams();
  const { data: event, error, refetch } = useQuery(eventQuery(useClient(), slug));
  usePageTitle(isMissing(error) ? 'Not found' : (event?.title ?? ''));
  if (event !== undefined) return <EventView event={event} />;
  return (
    <NoPage what='event' error={error} onRetry={() => void refetch()}>
      <SkeletonLines lines={5} />
    </NoPage>
  );
}

function EventView({ event }: { readonly event: Event }) {
  const scale = useMemo(() => scaleOf(event), [event]);
  // Answers of a numeric question stay in the order of their values.
  const rows = useMemo(() => (scale === null ? eventRows(event) : event.markets.map(eventRow)), [event, scale]);
  const lines = useMemo(
    () =>
      [...rows]
        .sort(byChance)
        .slice(0, LINES_MAX)
        .map(({ tokenIds, label, outcomeLabels, closed }) => ({
          tokenId: tokenIds[0],
          isOver: closed,
          label: rows.length === 1 ? outcomeLabels[0] : label,
        })),
    [rows],
  );
  useFollow(rows.map(({ tokenIds }) => tokenIds[0]));
  const { chosen, calls, choose } = useChoice(event.slug, rows);
  const row = rows.find(({ slug }) => slug === chosen?.slug);
  return (
    <div className='grid gap-5 top event'>
      <EventHead event={event} />
      <EventResults rows={rows} />
      <div className='event__main stack'>
        {scale !== null && rows.some(({ closed }) => !closed) && <NumericPanel {...{ event, scale, rows }} />}
        <HistoryChart tokens={lines} title='Chance over time' />
        <OutcomeTable rows={rows} chosen={chosen} onChoose={choose} />
        {rows.some(({ closed }) => closed) && <EventScoresPanel id={event.id} />}
        <Comments kind='Event' id={event.id} tokenLabels={tokenLabelsOf(event)} />
      </div>
      <aside className='event__side stack' aria-label='About the event'>
        {row !== undefined && chosen !== null && (
          <EventTicket
            row={row}
            outcome={chosen.outcome}
            onOutcome={(outcome) => choose({ slug: row.slug, outcome }, false)}
            calls={calls}
            isOnly={rows.length === 1}
          />
        )}
        <EventFacts event={event} />
        <RelatedEvents event={event} />
      </aside>
    </div>
  );
}

/** Selects the market of the ticket, by default the likeliest open one. The URL has the choice, to share it. */
function useChoice(slug: string, rows: readonly EventRow[]) {
  const { market, outcome = 0 } = route.useSearch();
  const navigate = useNavigate();
  const [calls, setCalls] = useState(0);
  const open = rows.filter(({ closed }) => !closed);
  // Fixed at mount: if another market takes the lead, the ticket being filled in must not change.
  const [leader] = useState(() => [...open].sort(byChance)[0]?.slug);
  const row = open.find((one) => one.slug === market) ?? open.find((one) => one.slug === leader) ?? open[0];
  const chosen: Choice | null =
    row === undefined ? null : { slug: row.slug, outcome: row.slug === market ? outcome : 0 };
  const choose = (next: Choice, isCall = true): void => {
    if (isCall) setCalls((count) => count + 1);
    void navigate({
      to: '/event/$slug',
      params: { slug },
      search: { market: next.slug, ...(next.outcome === 1 && { outcome: 1 as const }) },
      replace: true,
      resetScroll: false,
    });
  };
  return { chosen, calls, choose };
}

interface EventTicketProps {
  readonly row: EventRow;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  /** Counter that increases whenever the user chooses a price. */
  readonly calls: number;
  readonly isOnly: boolean;
}

/** The ticket on an event page, for the market the user chose or else the leading one. */
function EventTicket(props: EventTicketProps) {
  const { data } = useQuery(marketQuery(useClient(), props.row.slug));
  const isNarrow = useMedia(ONE_COLUMN);
  const market = useMemo(() => (data === undefined ? null : marketOf(data)), [data]);
  if (market === null) return isNarrow ? null : <Skeleton height={360} />;
  return <OpenTicket key={market.conditionId} {...props} market={market} />;
}

function OpenTicket({
  market: read,
  row,
  outcome,
  onOutcome,
  calls,
  isOnly,
}: EventTicketProps & { readonly market: Market }) {
  const { hasEnded } = useTradingEnd(read.closeTime);
  return (
    <TradePlace
      market={hasEnded ? afterClose(read) : read}
      label={isOnly ? '' : row.label}
      outcomeIndex={outcome}
      onOutcome={onOutcome}
      side='BUY'
      pick={null}
      calls={calls}
    />
  );
}

function EventHead({ event }: { readonly event: Event }) {
  const closeTime = endOfTrading(event.markets);
  const now = useNow(60_000);
  return (
    <header className='row gap-4 all-columns event-head'>
      <Mark id={event.slug} image={event.image || event.icon} size={64} />
      <div className='stack gap-2'>
        <ul className='wrap gap-1 flex'>
          {event.tags.map(({ id, slug, label }) => (
            <li key={id}>
              <Link to='/' search={{ tag: slug }} className='badge'>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <h1>{event.title}</h1>
        <p className='row wrap small faint event-head__meta numeric'>
          <span>{formatCompactMoney(event.volume)} volume</span>
          <span>{formatCompactMoney(event.volume24hr)} in 24 h</span>
          <span>{formatCompactMoney(event.liquidity)} liquidity</span>
          <TradingOpenFact openTime={openingOfTrading(event.markets)} />
          <TradingEndFact closeTime={closeTime} isOver={event.markets.every(({ closed }) => closed)} />
          {endOf(event.endDate) !== '' && event.endDate !== closeTime && (
            <span className='row'>
              <Icon name='clock' size={14} />
              {endWord(event.endDate, event.closed, now)} {formatDate(event.endDate)}
            </span>
          )}
          {event.negRisk && (
            <span className='badge badge--accent' title='At most one of these markets resolves to Yes'>
              One winner
            </span>
          )}
        </p>
        <HouseNote event={event} />
        <div className='wrap gap-2 flex'>
          <WatchButton event={event.slug} title={event.title} isNamed />
          <ShareButton title={event.title} path={`/event/${event.slug}`} />
        </div>
      </div>
    </header>
  );
}

const SHOWN_MAX = 5;

/** Other events of the same series and of the same topic. */
function RelatedEvents({ event }: { readonly event: Event }) {
  const [series] = event.series;
  const [tag] = event.tags;
  return (
    <>
      {series !== undefined && <SeriesEvents event={event} id={series.id} title={series.title} />}
      {tag !== undefined && <TagEvents event={event} slug={tag.slug} label={tag.label} />}
    </>
  );
}

function SeriesEvents({ event, id, title }: { readonly event: Event; readonly id: string; readonly title: string }) {
  const { data = [] } = useQuery(eventsOfSeriesQuery(useClient(), id));
  return <EventLinks title={title} events={data.filter((other) => other.id !== event.id)} note='date' />;
}

function TagEvents({ event, slug, label }: { readonly event: Event; readonly slug: string; readonly label: string }) {
  const { data = [] } = useQuery(eventsOfTagQuery(useClient(), slug));
  const seriesId = event.series[0]?.id;
  const others = data.filter(
    ({ id, series }) => id !== event.id && (seriesId === undefined || series[0]?.id !== seriesId),
  );
  return <EventLinks title={`More in ${label}`} events={others.slice(0, SHOWN_MAX)} note='leader' />;
}

type EventLinksProps = { readonly title: string; readonly events: readonly Event[]; readonly note: 'date' | 'leader' };

function EventLinks({ title, events, note }: EventLinksProps) {
  if (events.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className='event-links'>
        {events.map((event) => (
          <li key={event.id}>
            <Link to='/event/$slug' params={{ slug: event.slug }} className='row gap-3 rounded event-links__link plain'>
              <Mark id={event.slug} image={event.image || event.icon} size={32} />
              <span className='stack gap-0'>
                <span className='event-links__title'>{event.title}</span>
                <span className='small faint numeric'>
                  {note === 'date' ? formatDate(endOf(event.endDate)) : leader(event)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Returns `Lisbon 32%`, or only the chance if the event has one market; empty if no price is known. */
function leader(event: Event): string {
  const [first, ...others] = [...eventRows(event)].sort(byChance);
  const [price = null] = first?.prices ?? [];
  if (first === undefined || price === null) return '';
  return others.length === 0 ? `${formatPercent(price)} chance` : `${first.label} ${formatPercent(price)}`;
}
