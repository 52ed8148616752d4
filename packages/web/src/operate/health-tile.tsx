/** Figures of the venue's health: with an explanation, small, and as a chart. */
import type { VenueHealth } from '@bellwether/contract';
import type { ReactNode } from 'react';
import { formatCount, NO_FIGURE } from '../format/numbers.ts';
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
      <h2 className='small soft semi'>{title}</h2>
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
      <dd className='semi break numeric'>{text}</dd>
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

/** Largest unremarkable lag of the read store, in entries. */
const LAG_FINE_MAX = 500;
const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** Tiles for the venue's read store and disk, with explanations of any trouble. */
export function ReadStoreTile({ health }: { readonly health: VenueHealth }) {
  if (health.read_store !== 'ready') {
    return (
      <Tile
        title='Read store'
        figure={health.read_store === 'rebuilding' ? 'Rebuilding' : 'Not written'}
        note={readStoreText(health.read_store)}
        isBad
      />
    );
  }
  const lag = Math.max(0, health.journal_sequence - health.projected_sequence);
  return (
    <Tile
      title='Read store'
      figure={formatCount(health.projected_sequence)}
      note={lag === 0 ? 'shows everything' : `${formatCount(lag)} behind the journal`}
      isBad={lag > LAG_FINE_MAX}
    />
  );
}

export function DiskTile({ health }: { readonly health: VenueHealth }) {
  const { storage_free_bytes: free, storage_full: isFull } = health;
  return (
    <Tile
      title='Room on the disk'
      figure={free === null ? NO_FIGURE : bytesText(free)}
      note={diskText(health)}
      isBad={isFull}
    />
  );
}

function readStoreText(state: Exclude<VenueHealth['read_store'], 'ready'>): string {
  const why =
    state === 'rebuilding' ? 'It is made from the journal.' : 'The disk rejects writes. Retrying every few seconds.';
  return `${why} Lists, trades and positions are refused until then. Trading goes on.`;
}

function diskText({ storage_full: isFull, storage_reserve_bytes: reserve }: VenueHealth): string {
  const kept = reserve === 0 ? 'No reserve for a full disk' : `${bytesText(reserve)} more in reserve for a full disk`;
  return isFull ? `Almost full: only cancels and heartbeats are taken. Make room. ${kept}.` : kept;
}

function bytesText(bytes: number): string {
  return bytes < GIB ? `${formatCount(Math.floor(bytes / MIB))} MiB` : `${formatCount(Math.floor(bytes / GIB))} GiB`;
}
