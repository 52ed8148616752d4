/** Who will be paid what, as a table with its sums. */
import { formatCount, formatMoney, formatShares, NO_FIGURE } from '../format/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import type { PayoutSummary } from './payouts.ts';

const SHOWN_MAX = 50;

export function PayoutTable({
  summary,
  labels,
  isPartial,
}: {
  readonly summary: PayoutSummary;
  readonly labels: readonly [string, string];
  /** There are more holders than the venue lists. */
  readonly isPartial: boolean;
}) {
  const { payees, paid, unpaid, shares, total } = summary;
  if (payees.length === 0) return <p className='soft'>Nobody holds shares of this market: nobody is paid anything.</p>;
  const hidden = payees.length - Math.min(payees.length, SHOWN_MAX);
  return (
    <div className='stack operate__tight'>
      <p role='status'>
        <strong>{formatMoney(total)}</strong> goes to {holdersText(paid)}; {holdersText(unpaid)}{' '}
        {unpaid === 1 ? 'gets' : 'get'} nothing. Held: {formatShares(shares[0])} {labels[0]}, {formatShares(shares[1])}{' '}
        {labels[1]}.
        {isPartial && ' The venue lists the 500 largest holders of each outcome; smaller ones are paid as well.'}
      </p>
      <DataTable
        caption='Who is paid what'
        columns={columnsFor(labels)}
        rows={payees.slice(0, SHOWN_MAX)}
        keyOf={({ wallet, outcome }) => `${wallet} ${outcome}`}
        narrow='scroll'
        className='operate__payees'
      />
      {hidden > 0 && <p className='small faint'>and {formatCount(hidden)} more with smaller payouts</p>}
    </div>
  );
}

function columnsFor(labels: readonly [string, string]): readonly Column<PayoutSummary['payees'][number]>[] {
  return [
    { title: 'Holder', cell: ({ wallet, name }) => <span title={wallet}>{name}</span> },
    {
      title: 'Outcome',
      cell: ({ outcome }) => <span className={outcome === 0 ? 'yes' : 'no'}>{labels[outcome]}</span>,
    },
    { title: 'Shares', kind: 'figure', cell: ({ shares }) => formatShares(shares) },
    {
      title: 'Is paid',
      kind: 'figure',
      cell: ({ payout, payoutMicros }) => (payoutMicros === 0n ? NO_FIGURE : formatMoney(payout)),
    },
  ];
}

function holdersText(count: number): string {
  return count === 1 ? '1 holder' : `${formatCount(count)} holders`;
}
