/** An account's activity, newest first: trades, splits, merges, payouts and transfers. */
import type { UserActivity } from '@bellwether/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccount } from '../account/account-context.tsx';
import { type Account, isSame } from '../account/account-queries.ts';
import { More } from '../catalog/event-grid.tsx';
import { formatCents, formatExactMoney, formatShares } from '../format/numbers.ts';
import { WhyTrade } from '../orders/why-trade.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Money, TimeAgo } from '../ui/figures.tsx';
import { Answer } from '../venue/answer.tsx';
import { activityInfinite } from '../venue/queries.ts';
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
  REFUND: 'Refund',
  PAYOUT_ADDED: 'Payout added',
  PAYOUT_RECLAIMED: 'Payout taken back',
  DEBT: 'Debt booked',
  DEBT_PAID: 'Debt paid off',
};

const COLUMNS: readonly Column<UserActivity>[] = [
  { title: 'What', cell: wordOf },
  { title: 'Market', kind: 'lead', cell: (row) => !isMoney(row) && <MarketCell {...row} /> },
  { title: 'Shares', kind: 'figure', cell: (row) => !isMoney(row) && formatShares(row.size) },
  { title: 'Price', kind: 'figure', cell: ({ type, price }) => type === 'TRADE' && formatCents(price) },
  { title: 'Amount', kind: 'figure', cell: ({ usdcSize }) => <Money amount={usdcSize} /> },
  { title: 'Fee', kind: 'figure', cell: ({ fee }) => fee !== '0' && formatExactMoney(fee) },
  { title: 'Time', kind: 'figure', cell: ({ timestamp }) => <TimeAgo time={timestamp * 1_000} /> },
];

export function ActivityList({ address }: { readonly address: string }) {
  const account = useAccount();
  const list = useInfiniteQuery(activityInfinite(useClient(), address));
  // The venue explains only an account's own orders.
  const columns = account !== null && isSame(address, account.address) ? [...COLUMNS, whyColumn(account)] : COLUMNS;
  return (
    <Answer to={list} failure='The activity could not be read' lines={8}>
      {({ pages }) => {
        const rows = pages.flat();
        if (rows.length === 0) return <EmptyState title='Nothing has happened yet' />;
        return (
          <>
            <DataTable
              caption='Activity, newest first'
              columns={columns}
              rows={rows}
              // One journal entry may produce several rows.
              keyOf={({ transactionHash }, index) => `${transactionHash}-${index}`}
              narrow='cards'
            />
            <More of={list} />
          </>
        );
      }}
    </Answer>
  );
}

function whyColumn(account: Account): Column<UserActivity> {
  return {
    title: 'Why',
    kind: 'actions',
    cell: (row) => {
      if (row.type !== 'TRADE') return '';
      const { side, size, outcome, price } = row;
      const words = `${side === 'BUY' ? 'Bought' : 'Sold'} ${formatShares(size)} ${outcome} at ${formatCents(price)}`;
      return <WhyTrade account={account} row={row} words={words} />;
    },
  };
}

/** True for deposits and withdrawals, which have no market. */
const isMoney = ({ conditionId }: UserActivity): boolean => conditionId === '';

function wordOf({ type, side }: UserActivity) {
  if (type !== 'TRADE') return WORDS[type];
  return side === 'BUY' ? <span className='yes'>Buy</span> : <span className='no'>Sell</span>;
}
