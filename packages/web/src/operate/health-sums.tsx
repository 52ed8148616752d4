/**
 * Conservation of money, shown as an equation: deposits less withdrawals equal the sum of all places where money is.
 */
import type { VenueHealth } from '@bellwether/contract';
import { formatMoney } from '../format/numbers.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';

export function HealthSums({
  totals,
  isConserved,
}: {
  readonly totals: VenueHealth['totals'];
  readonly isConserved: boolean;
}) {
  return (
    <Panel
      title='Invariants'
      aside={
        <span className={classNames('badge', isConserved ? 'badge--yes' : 'badge--no')}>
          <Icon name={isConserved ? 'check' : 'warn'} size={14} />
          {isConserved ? 'Money adds up' : 'Money does not add up'}
        </span>
      }
    >
      <div className='panel__body grid gap-5 top operate__sums'>
        <Side
          title='In and out'
          rows={[
            ['Deposits', '', totals.deposits],
            ['Withdrawals', '−', totals.withdrawals],
          ]}
        />
        <span className='faint operate__equals' aria-hidden='true'>
          {isConserved ? '=' : '≠'}
        </span>
        <Side
          title='Where it is'
          rows={[
            ['Free in wallets', '', totals.free],
            ['Held by open orders', '+', totals.held],
            ['Locked under shares', '+', totals.locked],
            ['Fees', '+', totals.fees],
            ['Paid ahead by conversions', '−', totals.advanced],
          ]}
        />
      </div>
    </Panel>
  );
}

function Side({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly (readonly [string, '' | '+' | '−', string])[];
}) {
  return (
    <div>
      <h3 className='small soft'>{title}</h3>
      <dl className='operate__sum'>
        {rows.map(([label, sign, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className='numeric'>
              {sign} {formatMoney(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
