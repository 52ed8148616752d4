/** Self-updating figures: prices that flash when they change, relative times, and signed changes. */
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../clock/clock-context.tsx';
import { compareDecimals, type Decimal } from '../format/decimal.ts';
import {
  formatExactMoney,
  formatExactSignedMoney,
  formatMoney,
  formatPercent,
  formatPoints,
  formatSignedMoney,
  NO_FIGURE,
} from '../format/numbers.ts';
import { formatDateTime, formatRelative, parseTime } from '../format/time.ts';
import { classNames } from './class-names.ts';

const FLASH_MS = 700;

/** Returns `flash-up` or `flash-down` briefly after a change, else ''. Null (unknown) does not flash. */
function useFlash(value: string | null): 'flash-up' | 'flash-down' | '' {
  const before = useRef(value);
  const [flash, setFlash] = useState<'flash-up' | 'flash-down' | ''>('');
  useEffect(() => {
    const direction = value === null || before.current === null ? 0 : compareDecimals(value, before.current);
    before.current = value;
    if (direction === 0) return;
    setFlash(direction > 0 ? 'flash-up' : 'flash-down');
    const timer = setTimeout(() => setFlash(''), FLASH_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return flash;
}

/** A price of 0..1 as a chance; a dash while it is unknown. */
export function Percent({ price, className }: { readonly price: string | null; readonly className?: string }) {
  const text = price === null ? <NoPrice /> : formatPercent(price);
  return <span className={classNames('numeric', useFlash(price), className)}>{text}</span>;
}

export function NoPrice() {
  return (
    <span className='faint' title='No price yet: nothing was traded, and the book has no close bid and offer'>
      <span aria-hidden='true'>{NO_FIGURE}</span>
      <span className='visually-hidden'>no price yet</span>
    </span>
  );
}

/** A change of a chance, in points; a dash if it is unknown. */
export function Change({ change }: { readonly change: number | null }) {
  if (change === null) return <span className='numeric faint'>{NO_FIGURE}</span>;
  if (Math.abs(change) < 0.000_5) return <span className='numeric faint'>0</span>;
  return (
    <span className={classNames('numeric', change > 0 ? 'yes' : 'no')}>
      <span aria-hidden='true'>{change > 0 ? '▲' : '▼'} </span>
      {formatPoints(change)}
    </span>
  );
}

/** A profit or loss. `shown` replaces the amount, but not in the tooltip, where it has to agree with the value beside it. */
export function Gain({ amount, shown = amount }: { readonly amount: Decimal; readonly shown?: Decimal }) {
  return (
    <span
      // An amount that is displayed as zero is neither profit nor loss.
      className={classNames('numeric', Number(shown) >= 0.01 && 'yes', Number(shown) < 0 && 'no')}
      title={formatExactSignedMoney(amount)}
    >
      {formatSignedMoney(shown)}
    </span>
  );
}

export function Money({ amount }: { readonly amount: Decimal }) {
  return (
    <span className='numeric' title={formatExactMoney(amount)}>
      {formatMoney(amount)}
    </span>
  );
}

/** `5 min. ago`, kept current, with the exact time as a tooltip. `time` is ISO text or Unix milliseconds. */
export function TimeAgo({ time }: { readonly time: string | number }) {
  return <TimeSince time={time} nowMs={useNow()} />;
}

/** Like `TimeAgo`, for many at once; the parent provides the current time. */
export function TimeSince({ time, nowMs }: { readonly time: string | number; readonly nowMs: number }) {
  const timeMs = typeof time === 'number' ? time : parseTime(time);
  if (timeMs === null) return null;
  const iso = new Date(timeMs).toISOString();
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelative(Math.min(timeMs, nowMs), nowMs)}
    </time>
  );
}
