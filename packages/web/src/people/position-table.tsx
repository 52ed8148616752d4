/** Tables of open and closed positions, of the user or of others. Profits cover the whole position, after fees. */
import type { ClosedPosition, UserPosition } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCents, formatMoney, formatShares, formatSignedPercent, shownProfit } from '../format/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Gain, Money, NoPrice, TimeAgo } from '../ui/figures.tsx';
import { Mark } from '../ui/mark.tsx';
import { OutcomeBadge } from '../ui/outcome-badge.tsx';

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
    cell: ({ netPnl, percentNetPnl, priceKnown, currentValue }) =>
      priceKnown ? (
        <>
          <Gain amount={netPnl} shown={shownProfit(currentValue, netPnl)} />
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

/** Returns the total cost, in millionths, of positions without a known price. */
function valueAtCost(positions: readonly Pick<UserPosition, 'currentValue' | 'priceKnown'>[]): bigint {
  return positions.reduce(
    (sum, { currentValue, priceKnown }) => (priceKnown ? sum : sum + (toMicros(currentValue) ?? 0n)),
    0n,
  );
}

/** Renders nothing if every price is known. */
export function AtCostNote({ positions }: { readonly positions: readonly UserPosition[] }) {
  if (positions.every(({ priceKnown }) => priceKnown)) return null;
  return (
    <p className='small faint'>
      Includes {formatMoney(fromMicros(valueAtCost(positions)))} of positions at cost: their prices are not known yet.
    </p>
  );
}

type InMarket = Pick<UserPosition, 'slug' | 'title' | 'icon' | 'outcome' | 'outcomeIndex'>;

export function MarketCell({ slug, title, icon, outcome, outcomeIndex }: InMarket) {
  return (
    <div className='row gap-3'>
      <Mark id={slug} image={icon} size={32} />
      <div className='stack top people__what'>
        <Link
          to='/market/$slug'
          params={{ slug }}
          search={outcomeIndex === 1 ? { outcome: 1 } : {}}
          className='plain people__title'
        >
          {title}
        </Link>
        <OutcomeBadge index={outcomeIndex}>{outcome}</OutcomeBadge>
      </div>
    </div>
  );
}
