/** Figures of the venue's health: with an explanation, small, and as a chart. */
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface TileProps {
  readonly title: string;
  readonly figure: string;
  readonly note: string;
  readonly isBad?: boolean;
  readonly children?: ReactNode;
}

export function Tile({ title, figure, note, isBad = false, children }: TileProps) {
  return (
    <div className={classNames('panel stack gap-1 pad operate__tile', isBad && 'operate__tile--bad')}>
      <h2 className='small soft'>{title}</h2>
      <p className='operate__figure numeric'>{figure}</p>
      {children}
      <p className='small faint'>{note}</p>
    </div>
  );
}

export function Fact({ title, text }: { readonly title: string; readonly text: ReactNode }) {
  return (
    <div>
      <dt className='small faint'>{title}</dt>
      <dd className='numeric'>{text}</dd>
    </div>
  );
}

const WIDTH = 120;
const HEIGHT = 28;

/** Recent values without axes. Decoration next to the figure itself. */
export function Spark({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return <span className='operate__spark' aria-hidden='true' />;
  const top = Math.max(...values, 1e-9);
  const step = WIDTH / (values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${y(value, top)}`).join(' ');
  return (
    <svg className='operate__spark' viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio='none' aria-hidden='true'>
      <polyline points={points} fill='none' stroke='currentColor' strokeWidth='1.5' vectorEffect='non-scaling-stroke' />
    </svg>
  );
}

function y(value: number, top: number): string {
  return (HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1);
}
