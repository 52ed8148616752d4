/** The wallet's value and profit, now and over time. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Account } from '../account/account-queries.ts';
import { useFunds } from '../account/funds.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { shownProfit } from '../format/numbers.ts';
import { AtCostNote } from '../people/position-table.tsx';
import { Gain, Money } from '../ui/figures.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Curve } from './curve.tsx';
import { depositsOfWallet, positionsOfWallet, profitOfWallet } from './portfolio-queries.ts';

/** Pixels of the curve with the figures around it. */
const CURVE_HEIGHT = 230;

export function ValuePanel({ account }: { readonly account: Account }) {
  const funds = useFunds();
  const { data: positions } = useQuery(positionsOfWallet(account));
  const { data: deposits } = useQuery(depositsOfWallet(account));
  const cash = funds === null ? null : (toMicros(funds.free) ?? 0n);
  const held = funds === null ? null : (toMicros(funds.held) ?? 0n);
  const shares = positions?.reduce((sum, { currentValue }) => sum + (toMicros(currentValue) ?? 0n), 0n) ?? null;
  const debt = toMicros(funds?.debt ?? '0') ?? 0n;
  const value = cash === null || held === null || shares === null ? null : cash + held + shares - debt;
  const profit = value === null || deposits === undefined ? null : value - deposits;
  return (
    <section className='panel grid worth' aria-labelledby='worth-title'>
      <h2 id='worth-title' className='visually-hidden'>
        Value and profit
      </h2>
      <div className='stack'>
        <dl className='grid gap-4 worth__figures numeric'>
          <Figure name='Portfolio value' large>
            {value === null ? null : <Money amount={fromMicros(value)} />}
          </Figure>
          <Figure name='Profit' large>
            {value === null || profit === null ? null : (
              <Gain amount={fromMicros(profit)} shown={shownProfit(fromMicros(value), fromMicros(profit))} />
            )}
          </Figure>
          <Figure name='Cash'>{cash === null ? null : <Money amount={fromMicros(cash)} />}</Figure>
          <Figure name='Held by open orders'>{held === null ? null : <Money amount={fromMicros(held)} />}</Figure>
          {debt > 0n && (
            <Figure name='Debt'>
              <Money amount={fromMicros(-debt)} />
            </Figure>
          )}
          <Figure name='Positions'>{shares === null ? null : <Money amount={fromMicros(shares)} />}</Figure>
        </dl>
        <AtCostNote positions={positions ?? []} />
      </div>
      <ProfitCurve account={account} />
    </section>
  );
}

function Figure({ name, large = false, children }: Readonly<{ name: string; large?: boolean; children: ReactNode }>) {
  return (
    <div className={large ? 'worth__figure all-columns worth__figure--large' : 'worth__figure'}>
      <dt className='small faint'>{name}</dt>
      <dd>{children ?? <Skeleton width={90} height={22} />}</dd>
    </div>
  );
}

function ProfitCurve({ account }: { readonly account: Account }) {
  const { data: points, error } = useQuery(profitOfWallet(account));
  if (points === undefined && error !== null) return <p className='small soft'>The history could not be read.</p>;
  return (
    <div className='stack gap-2 top'>
      {points === undefined ? (
        <Skeleton height={CURVE_HEIGHT} />
      ) : (
        <Curve
          points={points.map((point) => ({ t: point.timestamp, value: point.position_pnl ?? point.realized_pnl }))}
          label='Profit over time'
        />
      )}
      <p className='small faint'>
        Won or lost by the end of each day (UTC) with shares that are gone, less fees; now with your present shares too.
      </p>
    </div>
  );
}
