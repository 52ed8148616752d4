/** Table of payouts with totals, for one market or for all markets of an event, and of what a reversal changes. */
import { fromMicros } from '../format/decimal.ts';
import { formatCount, formatExactSignedMoney, formatMoney, formatShares, NO_FIGURE } from '../format/numbers.ts';
import { type Column, DataTable, type DataTableProps } from '../ui/data-table.tsx';
import type { EventPayee } from './event-payouts.ts';
import type { Payee, PayoutSummary } from './payouts.ts';
import type { ReversalRow, summarizeReversal } from './reversal.ts';

const SHOWN_MAX = 50;

interface PayoutTableProps {
  readonly summary: PayoutSummary;
  readonly labels: readonly [string, string];
  /** True if there are more holders than the venue lists. */
  readonly isPartial: boolean;
}

export function PayoutTable({ summary, labels, isPartial }: PayoutTableProps) {
  const { payees, shares } = summary;
  if (payees.length === 0) return <p className='soft'>No one holds shares of this market, so no one is paid.</p>;
  const held = ` Held: ${formatShares(shares[0])} ${labels[0]}, ${formatShares(shares[1])} ${labels[1]}.`;
  const columns = columnsFor((payee: Payee) => labels[payee.outcome]);
  return <Payees summary={summary} held={held} columns={columns} keyOf={holdingKey} isPartial={isPartial} />;
}

export function EventPayoutTable({ summary, isPartial }: Readonly<{ summary: EventSummary; isPartial: boolean }>) {
  if (summary.payees.length === 0) return <p className='soft'>No one holds shares of this event, so no one is paid.</p>;
  const columns = columnsFor(({ answer, label }: EventPayee) => `${answer}: ${label}`);
  const keyOf = (payee: EventPayee): string => `${payee.conditionId} ${holdingKey(payee)}`;
  return <Payees summary={summary} held='' columns={columns} keyOf={keyOf} isPartial={isPartial} />;
}

type Sums<Row> = Pick<PayoutSummary, 'total' | 'paid' | 'unpaid'> & { readonly payees: readonly Row[] };
type EventSummary = Sums<EventPayee>;

const holdingKey = ({ wallet, outcome }: Payee): string => `${wallet} ${outcome}`;

function Payees<Row extends Payee>({
  summary: { payees, total, paid, unpaid },
  held,
  columns,
  keyOf,
  isPartial,
}: {
  readonly summary: Sums<Row>;
  readonly held: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly isPartial: boolean;
}) {
  return (
    <div className='stack gap-2'>
      <p role='status'>
        <strong>{formatMoney(total)}</strong> goes to {holdersText(paid)}; {holdersText(unpaid)}{' '}
        {unpaid === 1 ? 'gets' : 'get'} nothing.{held}
        {isPartial && ' The venue lists the 500 largest holders of a market; smaller ones are paid as well.'}
      </p>
      <Largest caption='Who is paid what' columns={columns} rows={payees} keyOf={keyOf} />
    </div>
  );
}

const REVERSAL_COLUMNS: readonly Column<ReversalRow>[] = [
  { title: 'Account', cell: ({ wallet, name }) => <span title={wallet}>{name}</span> },
  { title: 'Change', kind: 'figure', cell: ({ change }) => formatExactSignedMoney(fromMicros(change)) },
];

interface ReversalTableProps {
  readonly summary: ReturnType<typeof summarizeReversal>;
  readonly isPartial: boolean;
}

export function ReversalTable({ summary: { rows, taken, takenFrom, paid, paidTo }, isPartial }: ReversalTableProps) {
  if (rows.length === 0) return <p className='soft'>No account’s money changes.</p>;
  return (
    <div className='stack gap-2'>
      <p role='status'>
        {takenFrom > 0 && (
          <>
            <strong>{formatMoney(taken)}</strong> is taken back from {holdersText(takenFrom)}. What an account no longer
            has becomes its debt: its next deposits, sales and payouts pay that off.{' '}
          </>
        )}
        {paidTo > 0 && (
          <>
            <strong>{formatMoney(paid)}</strong> goes to {holdersText(paidTo)}.
          </>
        )}
        {isPartial && ' The venue lists the 500 largest positions of an outcome; smaller ones change as well.'}
      </p>
      <Largest caption='What changes for whom' columns={REVERSAL_COLUMNS} rows={rows} keyOf={({ wallet }) => wallet} />
    </div>
  );
}

function Largest<Row>({ rows, ...table }: Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rows' | 'keyOf'>) {
  const hidden = rows.length - SHOWN_MAX;
  return (
    <>
      <DataTable {...table} rows={rows.slice(0, SHOWN_MAX)} narrow='scroll' className='rounded operate__payees' />
      {hidden > 0 && <p className='small faint'>and {formatCount(hidden)} more with smaller amounts</p>}
    </>
  );
}

function columnsFor<Row extends Payee>(outcomeText: (row: Row) => string): readonly Column<Row>[] {
  return [
    { title: 'Holder', cell: ({ wallet, name }) => <span title={wallet}>{name}</span> },
    {
      title: 'Outcome',
      cell: (row) => <span className={row.outcome === 0 ? 'yes' : 'no'}>{outcomeText(row)}</span>,
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
