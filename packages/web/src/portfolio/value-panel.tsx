/** The wallet's value and profit, now and over time. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { useFunds } from '../account/funds.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { shownProfit } from '../format/numbers.ts';
import { AtCostNote } from '../people/position-table.tsx';
import { Gain, Money } from '../ui/figures.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Curve } from './curve.tsx';
import { curveOfWallet, depositsOfWallet, positionsOfWallet } from './portfolio-queries.ts';
import { type Curve as CurveData, endingNow, isComplete } from './value-curve.ts';

export function ValuePanel({ account }: { readonly account: Account }) {
  const funds = useFunds();
  const { data: positions } = useQuery(positionsOfWallet(account));
  const { data: deposits } = useQuery(depositsOfWallet(account));
  const cash = funds === null ? null : (toMicros(funds.free) ?? 0n);
  const held = funds === null ? null : (toMicros(funds.held) ?? 0n);
  const shares = positions?.reduce((sum, { currentValue }) => sum + (toMicros(currentValue) ?? 0n), 0n) ?? null;
  const value = cash === null || held === null || shares === null ? null : cash + held + shares;
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
          <Figure name='Positions'>{shares === null ? null : <Money amount={fromMicros(shares)} />}</Figure>
        </dl>
        <AtCostNote positions={positions ?? []} />
      </div>
      <CurvePanel
        account={account}
        now={
          cash === null || held === null || value === null || profit === null
            ? null
            : { balance: cash + held, value, profit }
        }
      />
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

type Shown = 'value' | 'profit';

const MICROS = 1_000_000;

/** Amounts in millionths. */
interface Now {
  /** Cash, free and held. */
  readonly balance: bigint;
  readonly value: bigint;
  readonly profit: bigint;
}

function CurvePanel({ account, now }: { readonly account: Account; readonly now: Now | null }) {
  const { data, error } = useQuery(curveOfWallet(account));
  const curve = useComplete(data?.curve ?? null, now);
  const [shown, setShown] = useState<Shown>('value');
  if (data === undefined || now === null) {
    return error === null ? <Skeleton height={297} /> : <p className='small soft'>The history could not be read.</p>;
  }
  if (curve === null)
    return (
      <p className='small soft'>
        {data.why || 'The history does not add up to the balance yet, so no curve is drawn from it.'}
      </p>
    );
  const points = endingNow(curve, Number(now.value) / MICROS, Number(now.profit) / MICROS);
  return (
    <div className='stack gap-2 top'>
      <Segmented
        label='What the curve shows'
        value={shown}
        options={{ value: 'Value', profit: 'Profit' }}
        onChange={setShown}
      />
      <Curve
        points={points.map(({ t, value, profit }) => ({ t, value: shown === 'value' ? value : profit }))}
        label={shown === 'value' ? 'Value over time' : 'Profit over time'}
        signed={shown === 'profit'}
      />
      <p className='small faint'>
        {shown === 'value'
          ? 'Cash and shares, each share at the price displayed at the time, or at cost before there was one.'
          : 'The same value less what was deposited; fees are in it.'}
      </p>
    </div>
  );
}

/** Returns the last curve that matched the balance: the history lags briefly behind a trade. */
function useComplete(curve: CurveData | null, now: Now | null): CurveData | null {
  const complete = useRef<CurveData>(null);
  if (curve === null) return null;
  if (now !== null && isComplete(curve, now.balance)) complete.current = curve;
  return complete.current;
}
