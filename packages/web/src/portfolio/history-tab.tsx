/** What the account did, latest first, and the positions that are over. */
import type { UserActivity } from '@bellwether/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Account } from '../account/account-context.tsx';
import { formatCents, formatShares, formatSignedMoney } from '../format/numbers.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from '../venue/error-text.ts';
import { closedOfWallet, historyOfAccount } from './portfolio-queries.ts';

export function HistoryTab({ account }: { readonly account: Account }) {
  const list = useInfiniteQuery(historyOfAccount(account));
  const rows = list.data?.pages.flat();
  if (rows === undefined) {
    return list.error === null ? (
      <SkeletonLines lines={6} />
    ) : (
      <ErrorState
        title='The history could not be read'
        text={errorText(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState title='Nothing has happened yet'>
        <Link to='/' className={buttonClass({ kind: 'primary' })}>
          Find a market
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className='history'>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction may have several rows that look the same.
          <li key={`${row.transactionHash}${row.asset}${index}`} className='history__row'>
            <HistoryText row={row} />
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
}

function HistoryText({ row }: { readonly row: UserActivity }) {
  return (
    <div className='history__text'>
      <p>{wordsOf(row)}</p>
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
  const { data, error, refetch } = useQuery(closedOfWallet(account));
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines lines={4} />
    ) : (
      <ErrorState title='They could not be read' text={errorText(error)} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title='No closed positions'>
        <p className='small'>
          What you have sold, merged or been paid out for is listed here with what it won or lost.
        </p>
      </EmptyState>
    );
  }
  return (
    <ul className='history'>
      {data.map(({ asset, outcome, title, slug, totalBought, avgPrice, realizedPnl, timestamp }) => (
        <li key={asset} className='history__row'>
          <div className='history__text'>
            <p>
              {formatShares(totalBought)} {outcome} at {formatCents(avgPrice)}
            </p>
            <Link to='/market/$slug' params={{ slug }} className='small soft plain truncate'>
              {title}
            </Link>
          </div>
          <p className='history__side numeric'>
            <strong className={realizedPnl > 0 ? 'yes' : realizedPnl < 0 ? 'no' : ''}>
              {formatSignedMoney(realizedPnl)}
            </strong>
            <span className='small faint'>
              <TimeAgo time={timestamp * 1_000} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
