/** Who did best, and who traded most. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { More } from '../catalog/event-grid.tsx';
import { formatCompactMoney, formatSignedMoney } from '../format/numbers.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/mark.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from '../venue/error-text.ts';
import { leaderboardInfinite, type Period, type RankedBy } from '../venue/profile-queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import '../people/people.css';

const PERIODS: readonly { readonly value: Period; readonly label: string }[] = [
  { value: 'DAY', label: 'Today' },
  { value: 'WEEK', label: 'Week' },
  { value: 'MONTH', label: 'Month' },
  { value: 'ALL', label: 'All time' },
];
const ORDERS: readonly { readonly value: RankedBy; readonly label: string }[] = [
  { value: 'PNL', label: 'Profit' },
  { value: 'VOL', label: 'Volume' },
];

export function LeaderboardPage() {
  const [period, setPeriod] = useState<Period>('ALL');
  const [order, setOrder] = useState<RankedBy>('PNL');
  usePageTitle('Leaderboard');
  return (
    <div className='stack leaderboard'>
      <div className='home__bar'>
        <h1>Leaderboard</h1>
        <div className='row leaderboard__choices'>
          <Segmented label='Ranked by' value={order} options={ORDERS} onChange={setOrder} />
          <Segmented label='Period' value={period} options={PERIODS} onChange={setPeriod} />
        </div>
      </div>
      <Leaders period={period} order={order} />
      <p className='small faint'>
        Profit is what was realised in the period: by selling, merging and payouts, before fees. Days and weeks are in
        UTC.
      </p>
    </div>
  );
}

function Leaders({ period, order }: { readonly period: Period; readonly order: RankedBy }) {
  const list = useInfiniteQuery(leaderboardInfinite(useClient(), period, order));
  const leaders = list.data?.pages.flat();
  if (leaders === undefined) {
    if (list.error === null) return <SkeletonLines lines={10} />;
    return (
      <ErrorState
        title='The ranking could not be read'
        text={errorText(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (leaders.length === 0) return <EmptyState title='Nobody has traded in this period yet' />;
  return (
    <>
      <div className='panel table-scroll'>
        <table className='table numeric'>
          <thead>
            <tr>
              <th scope='col'>Rank</th>
              <th scope='col'>Trader</th>
              <th scope='col' className='right'>
                Profit
              </th>
              <th scope='col' className='right'>
                Volume
              </th>
            </tr>
          </thead>
          <tbody>
            {leaders.map(({ rank, proxyWallet, userName, profileImage, pnl, vol }) => (
              <tr key={proxyWallet}>
                <td className='leaderboard__rank' data-rank={rank}>
                  {rank}
                </td>
                <td>
                  <Link to='/profile/$address' params={{ address: proxyWallet }} className='plain row'>
                    <Mark id={proxyWallet} image={profileImage} size={28} round />
                    <span className='leaderboard__name'>{userName}</span>
                  </Link>
                </td>
                <td className={pnl > 0 ? 'right yes' : pnl < 0 ? 'right no' : 'right faint'}>
                  {formatSignedMoney(pnl)}
                </td>
                <td className='right soft'>{formatCompactMoney(vol)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && <More isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </>
  );
}
