/** What somebody did: trades, splits, merges, payouts and funds, newest first. */
import type { UserActivity } from '@bellwether/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { More } from '../catalog/event-grid.tsx';
import { formatCents, formatMoney, formatShares } from '../format/numbers.ts';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from '../venue/error-text.ts';
import { activityInfinite } from '../venue/profile-queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { MarketCell } from './position-table.tsx';

const WORDS: Readonly<Record<UserActivity['type'], string>> = {
  TRADE: 'Trade',
  SPLIT: 'Split',
  MERGE: 'Merge',
  REDEEM: 'Payout',
  CONVERSION: 'Conversion',
  DEPOSIT: 'Deposit',
  WITHDRAWAL: 'Withdrawal',
};

export function ActivityList({ address }: { readonly address: string }) {
  const list = useInfiniteQuery(activityInfinite(useClient(), address));
  const rows = list.data?.pages.flat();
  if (rows === undefined) {
    if (list.error === null) return <SkeletonLines lines={8} />;
    return (
      <ErrorState
        title='The activity could not be read'
        text={errorText(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (rows.length === 0) return <EmptyState title='Nothing has happened yet' />;
  return (
    <>
      <div className='table-scroll'>
        <table className='table numeric'>
          <thead>
            <tr>
              <th scope='col'>What</th>
              <th scope='col'>Market</th>
              <th scope='col' className='right'>
                Shares
              </th>
              <th scope='col' className='right'>
                Price
              </th>
              <th scope='col' className='right'>
                Amount
              </th>
              <th scope='col' className='right'>
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one entry of the journal may make several rows.
              <ActivityRow key={`${row.transactionHash}-${index}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && <More isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </>
  );
}

function ActivityRow({ row }: { readonly row: UserActivity }) {
  const isMoney = row.conditionId === '';
  const side = row.side === 'BUY' ? 'yes' : row.side === 'SELL' ? 'no' : '';
  return (
    <tr>
      <td>
        <span className={side}>{row.type === 'TRADE' ? (row.side === 'BUY' ? 'Buy' : 'Sell') : WORDS[row.type]}</span>
      </td>
      <td>{isMoney ? '' : <MarketCell {...row} />}</td>
      <td className='right'>{isMoney ? '' : formatShares(row.size)}</td>
      <td className='right'>{row.type === 'TRADE' ? formatCents(row.price, 1) : ''}</td>
      <td className='right'>{formatMoney(row.usdcSize)}</td>
      <td className='right faint'>
        <TimeAgo time={row.timestamp * 1_000} />
      </td>
    </tr>
  );
}
