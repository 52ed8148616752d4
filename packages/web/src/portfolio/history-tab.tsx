/** What the account did, latest first, and the positions that are over. */
import type { UserActivity } from '@bellwether/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Account } from '../account/account-context.tsx';
import { formatCents, formatShares, formatSignedMoney } from '../format/numbers.ts';
import { ClosedPositionTable } from '../people/position-table.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { Answer } from '../venue/answer.tsx';
import { closedOfWallet, historyOfAccount } from './portfolio-queries.ts';

export function HistoryTab({ account }: { readonly account: Account }) {
  const list = useInfiniteQuery(historyOfAccount(account));
  return (
    <Answer to={list} failure='The history could not be read' lines={6}>
      {({ pages }) => {
        const rows = pages.flat();
        if (rows.length === 0) return <NoHistory />;
        return (
          <>
            <ul className='history'>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a transaction may have several rows that look the same.
                <li key={`${row.transactionHash}${row.asset}${index}`} className='history__row'>
                  <HistoryText row={row} isOwn={row.proxyWallet === account.wallet.toLowerCase()} />
                  <p className='history__side numeric'>
                    <strong>{moneyOf(row)}</strong>
                    <span className='small faint'>
                      <TimeAgo time={row.timestamp * 1_000} />
                    </span>
                  </p>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button size='sm' busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Earlier
              </Button>
            )}
          </>
        );
      }}
    </Answer>
  );
}

function NoHistory() {
  return (
    <EmptyState title='Nothing has happened yet'>
      <Link to='/' className={buttonClass({ kind: 'primary' })}>
        Find a market
      </Link>
    </EmptyState>
  );
}

/** `isOwn`: it happened in the wallet that the account trades from, not in another one of the account. */
function HistoryText({ row, isOwn }: { readonly row: UserActivity; readonly isOwn: boolean }) {
  return (
    <div className='history__text'>
      <p>
        {wordsOf(row)}
        {!isOwn && <span className='small soft'> · in your other wallet</span>}
      </p>
      {row.slug !== '' && (
        <Link to='/market/$slug' params={{ slug: row.slug }} className='small soft plain truncate'>
          {row.title}
        </Link>
      )}
    </div>
  );
}

function wordsOf({ type, side, size, outcome, price }: UserActivity): string {
  switch (type) {
    case 'TRADE':
      return `${side === 'BUY' ? 'Bought' : 'Sold'} ${formatShares(size)} ${outcome} at ${formatCents(price)}`;
    case 'SPLIT':
      return `Split into ${formatShares(size)} pairs`;
    case 'MERGE':
      return `Merged ${formatShares(size)} pairs`;
    case 'REDEEM':
      return `Payout for ${formatShares(size)} ${outcome}`;
    case 'CONVERSION':
      return `Converted ${formatShares(size)} ${outcome}`;
    case 'DEPOSIT':
      return 'Play money deposited';
    case 'WITHDRAWAL':
      return 'Play money withdrawn';
    default:
      return type satisfies never;
  }
}

function moneyOf({ type, side, usdcSize }: UserActivity): string {
  const isOut = type === 'SPLIT' || type === 'WITHDRAWAL' || (type === 'TRADE' && side === 'BUY');
  return isOut ? formatSignedMoney(-usdcSize) : formatSignedMoney(usdcSize);
}

export function ClosedTab({ account }: { readonly account: Account }) {
  const query = useQuery(closedOfWallet(account));
  return (
    <Answer to={query} failure='The closed positions could not be read' lines={4}>
      {(positions) => (positions.length === 0 ? <NoneClosed /> : <ClosedPositionTable positions={positions} />)}
    </Answer>
  );
}

function NoneClosed() {
  return (
    <EmptyState title='No closed positions'>
      <p className='small'>What you have sold, merged or been paid out for is listed here with what it won or lost.</p>
    </EmptyState>
  );
}
