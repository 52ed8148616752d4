/** Leaderboard by profit and by volume. */
import type { Leader } from '@bellwether/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { isSame } from '../account/account-queries.ts';
import { More } from '../catalog/event-grid.tsx';
import { formatCompactMoney } from '../format/numbers.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Gain } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Answer } from '../venue/answer.tsx';
import { leaderboardInfinite, type Period, type RankedBy } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import '../people/people.css';

const PERIODS = { DAY: 'Today', WEEK: 'Week', MONTH: 'Month', ALL: 'All time' };
const ORDERS = { PNL: 'Realised profit', VOL: 'Volume' };

export function LeaderboardPage() {
  const [period, setPeriod] = useState<Period>('ALL');
  const [order, setOrder] = useState<RankedBy>('PNL');
  usePageTitle('Leaderboard');
  return (
    <div className='stack leaderboard'>
      <div className='row row--apart wrap gap-3'>
        <h1>Leaderboard</h1>
        <div className='row wrap'>
          <Segmented label='Ranked by' value={order} options={ORDERS} onChange={setOrder} />
          <Segmented label='Period' value={period} options={PERIODS} onChange={setPeriod} />
        </div>
      </div>
      <p className='small faint'>
        Realised profit was won in the period by selling, merging and payouts, less the fees paid in it. Profit, on a
        trader’s page, counts what the shares still held have gained or lost as well. Days and weeks are in UTC.
      </p>
      <Leaders period={period} order={order} />
    </div>
  );
}

const COLUMNS: readonly Column<Leader>[] = [
  {
    title: 'Rank',
    cell: ({ rank }) => (
      <span className='faint bold leaderboard__rank' data-rank={rank}>
        {rank}
      </span>
    ),
  },
  {
    title: 'Trader',
    cell: ({ proxyWallet, userName, profileImage }) => (
      <Link to='/profile/$address' params={{ address: proxyWallet }} className='plain row'>
        <Mark id={proxyWallet} image={profileImage} size={28} round />
        <span className='semi break'>
          {userName} <OwnBadge address={proxyWallet} />
        </span>
      </Link>
    ),
  },
  { title: 'Realised profit', kind: 'figure', cell: ({ pnl }) => <Gain amount={pnl} /> },
  { title: 'Volume', kind: 'figure', cell: ({ vol }) => formatCompactMoney(vol) },
];

function Leaders({ period, order }: { readonly period: Period; readonly order: RankedBy }) {
  const list = useInfiniteQuery(leaderboardInfinite(useClient(), period, order));
  return (
    <Answer to={list} failure='The ranking could not be read' lines={25}>
      {({ pages }) => {
        const leaders = pages.flat();
        if (leaders.length === 0) return <EmptyState title='No trades in this period yet' />;
        return (
          <>
            <DataTable
              caption='Traders, best first'
              columns={COLUMNS}
              rows={leaders}
              keyOf={({ proxyWallet }) => proxyWallet}
              narrow='scroll'
              className='panel'
            />
            <More of={list} />
          </>
        );
      }}
    </Answer>
  );
}

function OwnBadge({ address }: { readonly address: string }) {
  const account = useAccount();
  const isOwn = account !== null && (isSame(address, account.address) || isSame(address, account.wallet));
  return isOwn && <span className='badge badge--accent'>You</span>;
}
