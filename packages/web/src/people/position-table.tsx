/** What somebody holds, and what they held. Used for oneself and for others. */
import type { ClosedPosition, UserPosition } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCents, formatMoney, formatShares, formatSignedMoney, formatSignedPercent } from '../format/numbers.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';

export interface PositionTableProps {
  readonly positions: readonly UserPosition[];
  /** What can be done with a position, as a last column. */
  readonly actions?: (position: UserPosition) => ReactNode;
}

export function PositionTable({ positions, actions }: PositionTableProps) {
  if (positions.length === 0) return <EmptyState title='No open positions' />;
  return (
    <div className='table-scroll'>
      <table className='table numeric'>
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
            {actions !== undefined && (
              <th scope='col'>
                <span className='visually-hidden'>Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <tr key={`${position.proxyWallet}-${position.asset}`}>
              <td>
                <MarketCell {...position} />
              </td>
              <td className='right'>{formatShares(position.size)}</td>
              <td className='right'>{formatCents(position.avgPrice, 1)}</td>
              <td className='right'>{formatCents(position.curPrice, 1)}</td>
              <td className='right'>{formatMoney(position.currentValue)}</td>
              <td className={`right ${toneOf(position.cashPnl)}`}>
                {formatSignedMoney(position.cashPnl)}
                <span className='people__percent'>{formatSignedPercent(position.percentPnl)}</span>
              </td>
              {actions !== undefined && <td className='right'>{actions(position)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ClosedPositionTable({ positions }: { readonly positions: readonly ClosedPosition[] }) {
  if (positions.length === 0) return <EmptyState title='No closed positions' />;
  return (
    <div className='table-scroll'>
      <table className='table numeric'>
        <thead>
          <tr>
            <th scope='col'>Market</th>
            <th scope='col' className='right'>
              Bought
            </th>
            <th scope='col' className='right'>
              Average
            </th>
            <th scope='col' className='right'>
              Profit
            </th>
            <th scope='col' className='right'>
              Closed
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <tr key={`${position.proxyWallet}-${position.asset}`}>
              <td>
                <MarketCell {...position} />
              </td>
              <td className='right'>{formatShares(position.totalBought)}</td>
              <td className='right'>{formatCents(position.avgPrice, 1)}</td>
              <td className={`right ${toneOf(position.realizedPnl)}`}>{formatSignedMoney(position.realizedPnl)}</td>
              <td className='right faint'>
                <TimeAgo time={position.timestamp * 1_000} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type InMarket = Pick<UserPosition, 'slug' | 'title' | 'outcome' | 'outcomeIndex'>;

/** Which market and outcome a row is about. */
export function MarketCell({ slug, title, outcome, outcomeIndex }: InMarket) {
  return (
    <span className='people__market'>
      <Link
        to='/market/$slug'
        params={{ slug }}
        search={outcomeIndex === 1 ? { outcome: 1 } : {}}
        className='plain people__title'
      >
        {title}
      </Link>
      <span className={outcomeIndex === 1 ? 'badge badge--no' : 'badge badge--yes'}>{outcome}</span>
    </span>
  );
}

function toneOf(amount: number): string {
  return amount > 0 ? 'yes' : amount < 0 ? 'no' : 'faint';
}
