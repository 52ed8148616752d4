/** Tiles for the venue's read store and disk, with explanations of any trouble. */
import type { VenueHealth } from '@bellwether/contract';
import { formatCount, NO_FIGURE } from '../format/numbers.ts';
import { Tile } from './health-tile.tsx';

/** Largest unremarkable lag of the read store, in entries. */
const LAG_FINE_MAX = 500;
const MIB = 2 ** 20;
const GIB = 2 ** 30;

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
      note={lag === 0 ? 'shows everything' : `${formatCount(lag)} entries behind the journal`}
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
    state === 'rebuilding'
      ? 'It was damaged and is made again from the journal.'
      : 'The disk rejects writes. Retrying every few seconds.';
  return `${why} Lists, trades and positions are refused until then. Trading goes on.`;
}

function diskText({ storage_full: isFull, storage_reserve_bytes: reserve }: VenueHealth): string {
  const kept = reserve === 0 ? 'No reserve for a full disk' : `${bytesText(reserve)} more in reserve for a full disk`;
  return isFull ? `Almost full: only cancels and heartbeats are taken. Make room. ${kept}.` : kept;
}

/** Formats bytes as whole MiB or GiB. */
function bytesText(bytes: number): string {
  return bytes < GIB ? `${formatCount(Math.floor(bytes / MIB))} MiB` : `${formatCount(Math.floor(bytes / GIB))} GiB`;
}
