/** Market page: price, book, trades, holders, rules and discussion around the ticket. */
import type { Event } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useOwnPrices } from '../account/own-orders.ts';
import { HistoryChart } from '../chart/history-chart.tsx';
import { Comments } from '../comments/comments.tsx';
import { Rules } from '../event/event-facts.tsx';
import { tokenLabelsOf } from '../event/token-labels.ts';
import { formatShares } from '../format/numbers.ts';
import { HouseMark } from '../house/house-mark.tsx';
import { useFollow, useRowPrice } from '../live/live-context.tsx';
import { MarketHead, StatusBanner } from '../market/market-head.tsx';
import { MyPosition } from '../market/my-position.tsx';
import { OrderBook } from '../market/order-book.tsx';
import { TradeTape } from '../market/trade-tape.tsx';
import { MarketOrders } from '../orders/order-list.tsx';
import { ResultHistory } from '../results/result-history.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import type { LevelPick } from '../ticket/ticket-form.ts';
import { TradePlace } from '../ticket/trade-place.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Percent } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Answer } from '../venue/answer.tsx';
import { isMissing } from '../venue/error-text.ts';
import { afterClose, type EventRow, eventRows, type Market, marketOf } from '../venue/market-model.ts';
import { eventQuery, holdersQuery, marketQuery } from '../venue/queries.ts';
import { useTradingEnd } from '../venue/trading-end.ts';
import { useClient } from '../venue/venue-context.tsx';
import { NoPage } from './no-page.tsx';
import '../event/event.css';
import '../market/market.css';

const route = getRouteApi('/market/$slug');

export function MarketPage() {
  const { slug } = route.useParams();
  const client = useClient();
  const { data: detail, error, refetch } = useQuery(marketQuery(client, slug));
  const market = useMemo(() => (detail === undefined ? undefined : marketOf(detail)), [detail]);
  const { data: event } = useQuery({
    ...eventQuery(client, market?.eventSlug ?? ''),
    enabled: market !== undefined && market.eventSlug !== '',
  });
  usePageTitle(isMissing(error) ? 'Not found' : (market?.question ?? ''));
  if (market !== undefined) return <MarketView key={market.conditionId} market={market} event={event} />;
  return (
    <NoPage what='market' error={error} onRetry={() => void refetch()}>
      <Skeleton height={420} />
    </NoPage>
  );
}

function MarketView({ market: read, event }: { readonly market: Market; readonly event: Event | undefined }) {
  const { hasEnded } = useTradingEnd(read.closeTime);
  const market = useMemo(() => (hasEnded ? afterClose(read) : read), [hasEnded, read]);
  const { outcome = 0, side } = route.useSearch();
  const navigate = useNavigate();
  const [pick, setPick] = useState<LevelPick | null>(null);
  const { tokenId, label } = market.outcomes[outcome];
  const ownPrices = useOwnPrices(tokenId, market.conditionId);
  const isOver = market.hasEnded;
  const lines = useMemo(() => [{ tokenId, label, isOver }], [tokenId, label, isOver]);
  useFollow([market.outcomes[0].tokenId, market.outcomes[1].tokenId]);

  const pickLevel = useCallback(
    (level: Pick<LevelPick, 'price' | 'size' | 'side'>) =>
      setPick((last) => ({ ...level, tokenId, count: (last?.count ?? 0) + 1 })),
    [tokenId],
  );

  // The choice is part of the URL, so that it can be shared and survives a reload.
  const chooseOutcome = (index: 0 | 1): void => {
    void navigate({
      to: '/market/$slug',
      params: { slug: market.slug },
      search: { ...(index === 1 && { outcome: 1 as const }), ...(side !== undefined && { side }) },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <div className='market'>
      <div className='market__head stack'>
        <MarketHead market={market} event={event} />
        <StatusBanner market={market} />
      </div>
      <div className='market__chart'>
        <HistoryChart tokens={lines} title='Chance over time' />
      </div>
      <aside className='market__side stack' aria-label='Trade'>
        <TradePlace
          market={market}
          outcomeIndex={outcome}
          onOutcome={chooseOutcome}
          side={side === 'sell' ? 'SELL' : 'BUY'}
          pick={pick}
        />
        <MyPosition market={market}>
          <MarketOrders conditionId={market.conditionId} />
        </MyPosition>
      </aside>
      <div className='grid gap-4 market__book'>
        <OrderBook
          market={market}
          outcomeIndex={outcome}
          onOutcome={chooseOutcome}
          ownPrices={ownPrices}
          onPick={pickLevel}
        />
        <section className='panel panel--tabs market__tabs' aria-label='Trades, holders and rules'>
          <Tabs
            label='Trades, holders and rules'
            tabs={[
              { id: 'trades', title: 'Trades', content: <TradeTape market={market} /> },
              { id: 'holders', title: 'Holders', content: <Holders market={market} /> },
              {
                id: 'rules',
                title: 'Rules',
                content: (
                  <div className='stack'>
                    <Rules
                      text={market.description}
                      source={event?.resolutionSource ?? ''}
                      notes={event?.clarifications ?? []}
                    />
                    <ResultHistory market={market} />
                  </div>
                ),
              },
            ]}
          />
        </section>
      </div>
      {event !== undefined && (
        <div className='market__comments stack'>
          <Siblings event={event} conditionId={market.conditionId} />
          <Comments kind='Event' id={event.id} tokenLabels={tokenLabelsOf(event)} />
        </div>
      )}
    </div>
  );
}

function Siblings({ event, conditionId }: { readonly event: Event; readonly conditionId: string }) {
  const rows = useMemo(() => eventRows(event), [event]);
  useFollow(rows.map(({ tokenIds }) => tokenIds[0]));
  if (rows.length < 2) return null;
  return (
    <nav className='panel' aria-labelledby='siblings-title'>
      <div className='panel__head'>
        <h2 id='siblings-title'>Markets of this event</h2>
      </div>
      <ul className='siblings'>
        {rows.map((row) => (
          <Sibling key={row.conditionId} row={row} isShown={row.conditionId === conditionId} />
        ))}
      </ul>
    </nav>
  );
}

function Sibling({ row, isShown }: { readonly row: EventRow; readonly isShown: boolean }) {
  return (
    <li>
      <Link
        to='/market/$slug'
        params={{ slug: row.slug }}
        className='row--apart soft gap-3 flex siblings__link plain'
        aria-current={isShown ? 'page' : undefined}
      >
        <span className='truncate'>{row.label}</span>
        <Percent price={useRowPrice(row)} className='strong' />
      </Link>
    </li>
  );
}

const RENEW_MS = 30_000;

/** The largest holders of each outcome. */
export function Holders({ market }: { readonly market: Market }) {
  const query = useQuery({ ...holdersQuery(useClient(), market.conditionId), refetchInterval: RENEW_MS });
  return (
    <Answer to={query} failure='The holders could not be read' lines={6}>
      {(groups) => (
        <div className='grid holders'>
          {market.outcomes.map(({ index, label }) => {
            const holders = groups[index]?.holders ?? [];
            return (
              <section key={label} aria-label={`Holders of ${label}`}>
                <h3 className={index === 0 ? 'yes' : 'no'}>{label}</h3>
                {holders.length === 0 ? (
                  <EmptyState title='No one yet' />
                ) : (
                  <ol className='holders__list'>
                    {holders.map((holder) => (
                      <li key={holder.proxyWallet} className='small grid gap-2 center line-below holders__row'>
                        <Mark id={holder.proxyWallet} image={holder.profileImage} size={24} round />
                        <Link
                          to='/profile/$address'
                          params={{ address: holder.proxyWallet }}
                          className='plain truncate'
                        >
                          {holder.name || holder.pseudonym} <HouseMark address={holder.proxyWallet} />
                        </Link>
                        <span className='numeric soft'>{formatShares(holder.amount)}</span>
                      </li>
                    ))}
                  </ol>
                )}
              </section>
            );
          })}
        </div>
      )}
    </Answer>
  );
}
