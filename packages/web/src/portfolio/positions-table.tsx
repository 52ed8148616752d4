/** Open positions: what they cost, what they are worth, and what can be done with each. */
import type { UserPosition } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '../account/account-context.tsx';
import { balancesQuery } from '../account/account-queries.ts';
import { formatCents, formatMoney, formatShares, formatSignedMoney, formatSignedPercent } from '../format/numbers.ts';
import { type PairAction, PairDialog } from '../pairs/pair-dialog.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/mark.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from '../venue/error-text.ts';
import { positionsOfWallet } from './portfolio-queries.ts';

interface Pairing {
  readonly position: UserPosition;
  readonly action: PairAction;
}

export function PositionsTable({ account }: { readonly account: Account }) {
  const { data, error, refetch } = useQuery(positionsOfWallet(account));
  const [pairing, setPairing] = useState<Pairing | null>(null);
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines lines={5} />
    ) : (
      <ErrorState title='The positions could not be read' text={errorText(error)} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title='No positions yet'>
        <p className='small'>What you buy is listed here, with what it is worth as the price moves.</p>
        <Link to='/' className={buttonClass({ kind: 'primary' })}>
          Find a market
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <table className='table holdings'>
        <caption className='visually-hidden'>Open positions</caption>
        <thead>
          <tr>
            <th scope='col'>Market</th>
            <th scope='col' className='right'>
              Shares
            </th>
            <th scope='col' className='right'>
              Average
            </th>
            <th scope='col' className='right'>
              Now
            </th>
            <th scope='col' className='right'>
              Value
            </th>
            <th scope='col' className='right'>
              Profit
            </th>
            <th scope='col'>
              <span className='visually-hidden'>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((position) => (
            <PositionRow
              key={position.asset}
              position={position}
              onPair={(action) => setPairing({ position, action })}
            />
          ))}
        </tbody>
      </table>
      {pairing !== null && <Pair {...pairing} account={account} onClose={() => setPairing(null)} />}
    </>
  );
}

function PositionRow({
  position,
  onPair,
}: {
  readonly position: UserPosition;
  readonly onPair: (action: PairAction) => void;
}) {
  const { title, slug, icon, outcome, outcomeIndex, size, avgPrice, curPrice, currentValue, cashPnl, percentPnl } =
    position;
  return (
    <tr>
      <td className='holdings__market'>
        <div className='row'>
          <Mark id={slug} image={icon} size={32} />
          <div className='holdings__name'>
            <Link to='/market/$slug' params={{ slug }} className='plain'>
              {title}
            </Link>
            <span className={outcomeIndex === 0 ? 'badge badge--yes' : 'badge badge--no'}>{outcome}</span>
          </div>
        </div>
      </td>
      <td className='right numeric' data-label='Shares'>
        {formatShares(size)}
      </td>
      <td className='right numeric' data-label='Average'>
        {formatCents(avgPrice)}
      </td>
      <td className='right numeric' data-label='Now'>
        {formatCents(curPrice)}
      </td>
      <td className='right numeric' data-label='Value'>
        {formatMoney(currentValue)}
      </td>
      <td className='right numeric' data-label='Profit'>
        <span className={cashPnl > 0 ? 'yes' : cashPnl < 0 ? 'no' : ''}>
          {formatSignedMoney(cashPnl)} <span className='small'>({formatSignedPercent(percentPnl)})</span>
        </span>
      </td>
      <td className='holdings__actions'>
        {position.redeemable ? (
          <span className='badge badge--accent'>Payout on its way</span>
        ) : (
          <>
            <Link
              to='/market/$slug'
              params={{ slug }}
              search={{ side: 'sell', ...(outcomeIndex === 1 && { outcome: 1 as const }) }}
              className={buttonClass({ size: 'sm' })}
              aria-label={`Sell ${outcome} of ${title}`}
            >
              Sell
            </Link>
            <Button
              size='sm'
              kind='ghost'
              aria-label={`${position.mergeable ? 'Merge' : 'Split'} in ${title}`}
              onClick={() => onPair(position.mergeable ? 'merge' : 'split')}
            >
              {position.mergeable ? 'Merge' : 'Split'}
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

/** The position says what its market is called; the balances say which tokens there are to merge. */
function Pair({
  position,
  action,
  account,
  onClose,
}: Pairing & { readonly account: Account; readonly onClose: () => void }) {
  const { data } = useQuery(balancesQuery(account));
  const held = data?.wallets.flatMap(({ positions }) => positions) ?? [];
  const tokenOf = (index: number): string =>
    held.find(({ conditionId, outcomeIndex }) => conditionId === position.conditionId && outcomeIndex === index)
      ?.tokenId ?? '';
  const [own, opposite] = [position.outcome, position.oppositeOutcome];
  return (
    <PairDialog
      account={account}
      conditionId={position.conditionId}
      question={position.title}
      labels={position.outcomeIndex === 0 ? [own, opposite] : [opposite, own]}
      tokenIds={[tokenOf(0), tokenOf(1)]}
      action={action}
      onClose={onClose}
    />
  );
}
