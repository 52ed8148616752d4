/** Result of a replay: bends, profit, hashes, and each resting order's fills under both bounds. */
import type { ReplayCertificate } from '@bellwether/contract';
import type { ReactNode } from 'react';
import { formatCents, formatCount, formatShares } from '../format/numbers.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Gain } from '../ui/figures.tsx';

/** Maximum number of listed orders that are shown. */
const ROWS_MAX = 50;

export function ReplayCertificateView({ certificate }: { readonly certificate: ReplayCertificate }) {
  const { tape, seed, latency, requests, fills, bends, profit, sha256 } = certificate;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Gaps of the tape', formatCount(tape.gaps)],
    ['Requests of clients', formatCount(requests.count)],
    ['Fills of clients', formatCount(fills.count)],
    ['Taken of the tape', `${formatShares(bends.taken)} shares`],
    ['Given to the tape', `${formatShares(bends.given)} shares`],
    ['Trades that met less', `${formatCount(bends.short_trades)}, by ${formatShares(bends.short)} shares`],
    ['Profit, at least', <Gain key='least' amount={profit.pessimistic} />],
    ['Profit, at most', <Gain key='most' amount={profit.optimistic} />],
    ['Latency', latency],
    ['Seed', String(seed)],
    ['Hash of the tape', <code key='tape'>{tape.sha256}</code>],
    ['Certificate', <code key='certificate'>{sha256}</code>],
  ];
  return (
    <>
      <dl className='panel__body grid gap-1 sandbox__facts small' aria-label='Certificate of the replay'>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className='soft'>{name}</dt>
            <dd className='numeric'>{value}</dd>
          </div>
        ))}
      </dl>
      <Orders orders={certificate.orders} />
    </>
  );
}

function Orders({ orders: { count, listed } }: Pick<ReplayCertificate, 'orders'>) {
  if (count === 0) return <p className='panel__body small soft'>No order of a client rested.</p>;
  return (
    <>
      <DataTable
        caption='Orders that rested, and what the tape gave each'
        rows={listed.slice(0, ROWS_MAX)}
        keyOf={({ order }) => String(order)}
        narrow='cards'
        columns={[
          {
            title: 'Order',
            kind: 'lead',
            cell: ({ order, side, price }) => `${formatCount(order)}: ${side} at ${formatCents(price)}`,
          },
          { title: 'Shares', kind: 'figure', cell: ({ size }) => formatShares(size) },
          { title: 'Ahead at first', kind: 'figure', cell: (order) => formatShares(order.ahead_at_first) },
          { title: 'Filled', kind: 'figure', cell: ({ filled }) => <strong>{formatShares(filled)}</strong> },
          { title: 'At least', kind: 'figure', cell: ({ pessimistic }) => formatShares(pessimistic) },
          { title: 'At most', kind: 'figure', cell: ({ optimistic }) => formatShares(optimistic) },
        ]}
      />
      {count > ROWS_MAX && (
        <p className='panel__body small faint'>
          The first {formatCount(ROWS_MAX)} of {formatCount(count)}.
        </p>
      )}
    </>
  );
}
