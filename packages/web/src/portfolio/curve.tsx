/** A sum over time as a line, with what it was at the pointer. The same in words for readers of the screen. */
import { type PointerEvent, useState } from 'react';
import { formatMoney, formatSignedMoney } from '../format/numbers.ts';
import { formatDateTime } from '../format/time.ts';

export interface CurveProps {
  readonly points: readonly { readonly t: number; readonly value: number }[];
  readonly label: string;
  /** Shows amounts with their sign. */
  readonly signed: boolean;
}

const WIDTH = 600;
const HEIGHT = 180;
const AIR = 10;

export function Curve({ points, label, signed }: CurveProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = rangeOf(values);
  const x = (t: number): number => ((t - first.t) / Math.max(1, last.t - first.t)) * WIDTH;
  const y = (value: number): number => AIR + (1 - (value - low) / (high - low)) * (HEIGHT - 2 * AIR);
  const line = points.map(
    ({ t, value }, index) => `${index === 0 ? 'M' : 'L'}${x(t).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  const text = signed
    ? (value: number) => formatSignedMoney(value.toFixed(6))
    : (value: number) => formatMoney(value.toFixed(6));
  const at = points[hovered ?? points.length - 1] ?? last;
  const move = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const t = first.t + ((event.clientX - box.left) / box.width) * (last.t - first.t);
    const next = points.findIndex((point) => point.t > t);
    setHovered(next < 0 ? points.length - 1 : Math.max(0, next - 1));
  };
  return (
    <figure className='curve'>
      <figcaption className='curve__now numeric'>
        <strong>{text(at.value)}</strong>
        <span className='small faint'>
          {hovered === null ? 'now' : formatDateTime(new Date(at.t * 1_000).toISOString())}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio='none'
        className={last.value < first.value ? 'curve__plot curve__plot--down' : 'curve__plot'}
        role='img'
        aria-label={`${label}: from ${text(first.value)} to ${text(last.value)}, between ${text(Math.min(...values))} and ${text(Math.max(...values))}`}
        onPointerMove={move}
        onPointerLeave={() => setHovered(null)}
      >
        {signed && low < 0 && high > 0 && <line className='curve__zero' x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />}
        <path className='curve__ground' d={`${line.join('')}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
        <path className='curve__line' d={line.join('')} />
        {hovered !== null && <line className='curve__cursor' x1={x(at.t)} x2={x(at.t)} y1={0} y2={HEIGHT} />}
      </svg>
      <p className='curve__ends small faint'>
        <span>{formatDateTime(new Date(first.t * 1_000).toISOString())}</span>
        <span>now</span>
      </p>
    </figure>
  );
}

/** Low and high end of the axis, never the same: a line that does not move lies in the middle. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const least = Math.max(Math.abs(high) * 0.002, 0.5);
  return high - low >= least ? [low, high] : [(low + high - least) / 2, (low + high + least) / 2];
}
