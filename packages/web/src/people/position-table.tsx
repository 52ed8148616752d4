/** Tables of open and closed positions, of the user or of others. Profits cover the whole position, after fees. */
import type { ClosedPosition, UserPosition } from '@bellwether/contract';
import type { ReactNode } from 'react';
import { formatCents, formatShares, formatSignedPercent } from '../format/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Gain, Money, NoPrice, TimeAgo } from '../ui/figures.tsx';
import { MarketCell } from './market-cell.tsx';

type Held = Pick<UserPosition, 'proxyWallet' | 'asset'>;

const keyOf = ({ proxyWallet, asset }: Held): string => `${proxyWallet}-${asset}`;

const OPEN: readonly Column<UserPosition>[] = [
  { title: 'Market', kind: 'lead', cell: (position) => <MarketCell {...position} /> },
  { title: 'Shares', kind: 'figure', cell: ({ size }) => formatShares(size) },
  { title: 'Average', kind: 'figure', cell: ({ avgPrice }) => formatCents(avgPrice) },
  {
    title: 'Now',
    kind: 'figure',
    cell: ({ curPrice, priceKnown }) => (priceKnown ? formatCents(curPrice) : <NoPrice />),
  },
  {
    title: 'Value',
    kind: 'figure',
    cell: ({ currentValue, priceKnown }) => (
      <>
        <Money amount={currentValue} />
        {!priceKnown && <span className='tiny people__percent faint'>at cost</span>}
      </>
    ),
  },
  {
    title: 'Profit',
    kind: 'figure',
    cell: ({ netPnl, percentNetPnl, priceKnown }) =>
      priceKnown ? (
        <>
          <Gain amount={netPnl} />
          <span className='faint tiny people__percent'>{formatSignedPercent(percentNetPnl)}</span>
        </>
      ) : (
        <NoPrice />
      ),
  },
];

const CLOSED: readonly Column<ClosedPosition>[] = [
  { title: 'Market', kind: 'lead', cell: (position) => <MarketCell {...position} /> },
  { title: 'Bought', kind: 'figure', cell: ({ totalBought }) => formatShares(totalBought) },
  { title: 'Average', kind: 'figure', cell: ({ avgPrice }) => formatCents(avgPrice) },
  { title: 'Profit', kind: 'figure', cell: ({ netPnl }) => <Gain amount={netPnl} /> },
  { title: 'Closed', kind: 'figure', cell: ({ timestamp }) => <TimeAgo time={timestamp * 1_000} /> },
];

/** Table of open positions. `actions` renders an additional last column. */
export function PositionTable({
  positions,
  actions,
}: {
  readonly positions: readonly UserPosition[];
  readonly actions?: (position: UserPosition) => ReactNode;
}) {
  const columns: typeof OPEN =
    actions === undefined ? OPEN : [...OPEN, { title: 'Actions', kind: 'actions', cell: actions }];
  return <DataTable caption='Open positions' columns={columns} rows={positions} keyOf={keyOf} narrow='cards' />;
}

export function ClosedPositionTable({ positions }: { readonly positions: readonly ClosedPosition[] }) {
  return <DataTable caption='Closed positions' columns={CLOSED} rows={positions} keyOf={keyOf} narrow='cards' />;
}
