/** Sums the cash changes by kind, and shows whether they add up to the balance. */
import { fromMicros } from '../format/decimal.ts';
import { formatCount, formatExactMoney, formatExactSignedMoney } from '../format/numbers.ts';
import { Icon } from '../ui/icon.tsx';
import type { CashStatement } from './cash-statement.ts';

export interface StatementPanelProps {
  readonly statement: CashStatement;
  /** In millionths. */
  readonly cash: { readonly free: bigint; readonly held: bigint };
}

export function StatementPanel({ statement, cash }: StatementPanelProps) {
  const { lines, count, sum } = statement;
  const isEven = sum === cash.free + cash.held;
  return (
    <section className='stack gap-2 pad rounded statement' aria-labelledby='statement-title'>
      <h3 id='statement-title'>Where your cash comes from</h3>
      <dl className='statement__lines numeric'>
        {lines.map(({ name, change }) => (
          <div key={name} className='row--apart gap-4 flex statement__line'>
            <dt>{name}</dt>
            <dd>{formatExactSignedMoney(fromMicros(change))}</dd>
          </div>
        ))}
        <div className='row--apart gap-4 flex statement__line statement__line--sum'>
          <dt>Cash</dt>
          <dd>{formatExactMoney(fromMicros(sum))}</dd>
        </div>
      </dl>
      <p className='small soft' role='status'>
        {isEven ? (
          <>
            <Icon name='check' size={14} /> The {count === 1 ? 'line' : `${formatCount(count)} lines`} below add up to
            your balance
            {cash.held > 0n && `, ${formatExactMoney(fromMicros(cash.held))} of it held by open orders`}.
          </>
        ) : (
          <>Your balance is {formatExactMoney(fromMicros(cash.free + cash.held))}; the history is catching up.</>
        )}
      </p>
    </section>
  );
}
