/** Profit over time as a line, read with pointer, touch and arrow keys. A label tells it to screen readers. */
import { type PointerEvent, useId, useState } from 'react';
import { formatSignedMoney, formatTickMoney } from '../format/numbers.ts';
import { formatDateTime } from '../format/time.ts';
import { formatTimeTick } from '../format/time-ticks.ts';
import { classNames } from '../ui/class-names.ts';
import { indexAt, type MoneyScale, moneyScale, type TimeScale, timeScale } from './curve-scale.ts';

interface SumPoint {
  /** Unix seconds. */
  readonly t: number;
  /** Profit in collateral; only drawn. */
  readonly value: number;
}

interface CurveProps {
  /** Oldest first; the last point is now. Each value holds until the next point. */
  readonly points: readonly SumPoint[];
  readonly label: string;
}

/** Minimum span of the axis. */
const SPAN_MIN = 10;
const KEY_STEPS = 60;

export function Curve({ points, label }: CurveProps) {
  const id = useId();
  const [readAt, setReadAt] = useState<number | null>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map(({ value }) => value);
  const money = moneyScale([0, ...values], SPAN_MIN);
  const time = timeScale(first.t, last.t);
  const read = readAt === null ? last : (points[indexAt(points, readAt)] ?? last);
  const when = read === last ? 'now' : momentText(read.t);
  const point = (event: PointerEvent): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setReadAt(time.from + ((event.clientX - left) / width) * (time.to - time.from));
  };
  return (
    <figure className='grid curve'>
      <figcaption className='gap-2 flex all-columns curve__now numeric'>
        <strong>{formatSignedMoney(decimal(read.value))}</strong>
        <span className='small faint'>{when}</span>
      </figcaption>
      <div className={classNames('curve__plot', last.value < first.value && 'curve__plot--down')}>
        <Drawing points={points} money={money} time={time} />
        {readAt !== null && <span className='curve__cursor' style={{ left: share(read.t, time) }} />}
        <span className='curve__dot' style={{ left: share(read.t, time), top: depth(read.value, money) }} />
        <input
          type='range'
          className='plot-reader'
          aria-label={label}
          aria-describedby={id}
          aria-valuetext={`${formatSignedMoney(decimal(read.value))}, ${when}`}
          min={time.from}
          max={time.to}
          step={Math.max(1, Math.round((time.to - time.from) / KEY_STEPS))}
          value={readAt ?? time.to}
          onChange={(event) => setReadAt(Number(event.target.value))}
          onPointerMove={point}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setReadAt(null)}
          onBlur={() => setReadAt(null)}
        />
      </div>
      <Axes money={money} time={time} />
      <p id={id} className='visually-hidden'>
        {`From ${formatSignedMoney(decimal(first.value))} on ${momentText(first.t)} to ${formatSignedMoney(decimal(last.value))} now; `}
        {`lowest ${formatSignedMoney(decimal(Math.min(...values)))}, highest ${formatSignedMoney(decimal(Math.max(...values)))}.`}
      </p>
    </figure>
  );
}

type Scales = { readonly money: MoneyScale; readonly time: TimeScale };

/** Draws the line in a box of 100 by 100 that CSS stretches to size. */
function Drawing({ points, money, time }: Scales & Pick<CurveProps, 'points'>) {
  const x = (t: number): string => (((t - time.from) / (time.to - time.from)) * 100).toFixed(2);
  const y = (value: number): string => (((money.high - value) / (money.high - money.low)) * 100).toFixed(2);
  const line = points.map(({ t, value }, index) => (index === 0 ? `M${x(t)} ${y(value)}` : `H${x(t)}V${y(value)}`));
  return (
    <svg viewBox='0 0 100 100' preserveAspectRatio='none' className='curve__drawing drawing' aria-hidden='true'>
      {money.ticks.map((tick) => (
        <line
          key={tick}
          className={classNames('curve__grid', tick === 0 && 'curve__grid--zero')}
          x1={0}
          x2={100}
          y1={y(tick)}
          y2={y(tick)}
        />
      ))}
      <path className='curve__ground' d={`${line.join('')}V${y(0)}H${x(points[0]?.t ?? time.from)}Z`} />
      <path className='curve__line' d={line.join('')} />
    </svg>
  );
}

/** Axis labels. Hidden from screen readers, which get the values from the read-out instead. */
function Axes({ money, time }: Scales) {
  return (
    <>
      <div className='stack faint gap-0 tiny curve__money numeric' aria-hidden='true'>
        {money.ticks.map((tick) => (
          <span key={tick} style={{ top: depth(tick, money) }}>
            {formatTickMoney(tick, money.step, true)}
          </span>
        ))}
      </div>
      <div className='faint tiny curve__times numeric' aria-hidden='true'>
        {time.ticks.map((tick) => (
          <span key={tick} style={{ left: `clamp(1.8em, ${share(tick, time)}, calc(100% - 1.8em))` }}>
            {formatTimeTick(tick, time.to - time.from)}
          </span>
        ))}
      </div>
    </>
  );
}

function share(t: number, { from, to }: TimeScale): string {
  return `${(((t - from) / (to - from)) * 100).toFixed(2)}%`;
}

function depth(value: number, { low, high }: MoneyScale): string {
  return `${(((high - value) / (high - low)) * 100).toFixed(2)}%`;
}

const decimal = (value: number): string => value.toFixed(6);

const momentText = (t: number): string => formatDateTime(new Date(t * 1_000).toISOString());
