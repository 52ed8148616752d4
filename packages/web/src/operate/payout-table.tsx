/** Who will be paid what, as a table with its sums. */
import { formatCount, formatMoney, formatShares } from '../format/numbers.ts';
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className='table-scroll operate__payees' tabIndex={0} aria-label='Who is paid what'>
        <table className='table'>
          <thead>
            <tr>
              <th scope='col'>Holder</th>
              <th scope='col'>Outcome</th>
              <th scope='col' className='right'>
                Shares
              </th>
              <th scope='col' className='right'>
                Is paid
              </th>
            </tr>
          </thead>
          <tbody>
            {payees.slice(0, SHOWN_MAX).map(({ wallet, name, outcome, shares: held, payout, payoutMicros }) => (
              <tr key={`${wallet} ${outcome}`}>
                <td>
                  <span title={wallet}>{name}</span>
                </td>
                <td className={outcome === 0 ? 'yes' : 'no'}>{labels[outcome]}</td>
                <td className='right numeric'>{formatShares(held)}</td>
                <td className='right numeric'>{payoutMicros === 0n ? '–' : formatMoney(payout)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hidden > 0 && <p className='small faint'>and {formatCount(hidden)} more with smaller payouts</p>}
    </div>
  );
}

function holdersText(count: number): string {
  return count === 1 ? '1 holder' : `${formatCount(count)} holders`;
}
