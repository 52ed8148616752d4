/** Event page: outcomes with their chances, price history, rules and related events. */
import type { Event } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { HistoryChart } from '../chart/history-chart.tsx';
import { Comments } from '../comments/comments.tsx';
import { EventFacts } from '../event/event-facts.tsx';
import { EventHead } from '../event/event-head.tsx';
import { type Choice, OutcomeTable } from '../event/outcome-table.tsx';
import { RelatedEvents } from '../event/related-events.tsx';
import { tokenLabelsOf } from '../event/token-labels.ts';
import { useFollow } from '../live/live-context.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { TradePlace } from '../ticket/trade-place.tsx';
import { Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { ONE_COLUMN, useMedia } from '../ui/use-media.ts';
import { isMissing } from '../venue/error-text.ts';
import { afterClose, byChance, type EventRow, eventRows, type Market, marketOf } from '../venue/market-model.ts';
import { eventQuery, marketQuery } from '../venue/queries.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { useClient } from '../venue/venue-context.tsx';
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
  const rows = useMemo(() => eventRows(event), [event]);
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
      <div className='event__main stack'>
        <HistoryChart tokens={lines} title='Chance over time' />
        <OutcomeTable rows={rows} chosen={chosen} onChoose={choose} />
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
