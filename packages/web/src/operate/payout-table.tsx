/** Table of payouts with totals, for one market or for all markets of an event, and of what a reversal changes. */
import { fromMicros } from '../format/decimal.ts';
import { formatCount, formatExactSignedMoney, formatMoney, formatShares, NO_FIGURE } from '../format/numbers.ts';
import { type Column, DataTable, type DataTableProps } from '../ui/data-table.tsx';
import { heldOf, type Payee, type PayoutSummary } from './payouts.ts';
import type { ResultSubject } from './result-subject.ts';
import type { ReversalRow, summarizeReversal } from './reversal.ts';

const SHOWN_MAX = 50;

interface PayoutTableProps {
  readonly kind: ResultSubject['kind'];
  readonly summary: PayoutSummary;
  /** True if there are more holders than the venue lists. */
  readonly isPartial: boolean;
}

export function PayoutTable({ kind, summary: { payees, total, paid, unpaid }, isPartial }: PayoutTableProps) {
  const [first] = payees;
  if (first === undefined) return <p className='soft'>No one holds shares of this {kind}, so no one is paid.</p>;
  const outcomeOf = ({ answer, outcome }: Payee): string =>
    `${kind === 'market' ? '' : `${answer.label}: `}${answer.outcomeLabels[outcome]}`;
  return (
    <div className='stack gap-2'>
      <p role='status'>
        <strong>{formatMoney(total)}</strong> goes to {holdersText(paid)}; {holdersText(unpaid)}{' '}
        {unpaid === 1 ? 'gets' : 'get'} nothing.
        {kind === 'market' &&
          ` Held: ${first.answer.outcomeLabels.map((label, index) => `${formatShares(heldOf(payees, index))} ${label}`).join(', ')}.`}
        {isPartial && ' The venue lists the 500 largest holders of a market; smaller ones are paid as well.'}
      </p>
      <Largest
        caption='Who is paid what'
        columns={[
          { title: 'Holder', cell: ({ wallet, name }) => <span title={wallet}>{name}</span> },
          {
            title: 'Outcome',
            cell: (row) => <span className={row.outcome === 0 ? 'yes' : 'no'}>{outcomeOf(row)}</span>,
          },
          { title: 'Shares', kind: 'figure', cell: ({ shares }) => formatShares(shares) },
          {
            title: 'Is paid',
            kind: 'figure',
            cell: ({ payout, payoutMicros }) => (payoutMicros === 0n ? NO_FIGURE : formatMoney(payout)),
          },
        ]}
        rows={payees}
        keyOf={({ answer, wallet, outcome }) => `${answer.conditionId} ${wallet} ${outcome}`}
      />
    </div>
  );
}

const REVERSAL_COLUMNS: readonly Column<ReversalRow>[] = [
  { title: 'Account', cell: ({ wallet, name }) => <span title={wallet}>{name}</span> },
  { title: 'Change', kind: 'figure', cell: ({ change }) => formatExactSignedMoney(fromMicros(change)) },
];

type ReversalTableProps = { readonly summary: ReturnType<typeof summarizeReversal>; readonly isPartial: boolean };

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

function holdersText(count: number): string {
  return count === 1 ? '1 holder' : `${formatCount(count)} holders`;
}
