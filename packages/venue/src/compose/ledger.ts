/**
 * Exchange, read side and snapshots of a venue, connected by the entries that the exchange's view publishes: in one
 * place for every runtime. Each brings its own adapters; a new part that follows the entries is added here.
 */
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { LedgerReads } from '../threads/ledger-reads.ts';
import { Snapshots, type SnapshotTaker } from '../threads/snapshots/snapshots.ts';
import type { Measured } from './metrics.ts';
import type { Opened } from './opened.ts';

/** Parts of a ledger that the runtime brings. */
export interface LedgerAdapters {
  readonly exchange: Pick<
    ExchangeHandle,
    | 'archive'
    | 'clockDifferenceSeconds'
    | 'head'
    | 'journalSum'
    | 'observe'
    | 'pending'
    | 'saved'
    | 'snapshotSequence'
    | 'state'
    | 'stop'
    | 'storage'
  >;
  readonly reads: LedgerReads;
  /** Takes snapshots, one each `everyEntries`. */
  readonly snapshots: SnapshotTaker & { readonly everyEntries: number };
  readonly logger: { error(message: string): void };
  /** Free space of the disk; null if it is not known. */
  readonly freeBytes: () => number | null;
}

export interface Ledger {
  readonly reader: Reader;
  /** Rules of the journal as it was found; null if it was new. */
  readonly rulesFound: number | null;
  /** Resolves when reads are answered, possibly later than orders. */
  readonly readsOpened: Promise<void>;
  /** Refuses reads that wait until then. */
  endWaitingReads(): void;
  readonly figures: Measured['figures'];
}

/** Called before the exchange has taken any command. */
export function composeLedger(adapters: LedgerAdapters, opened: Opened): Ledger {
  const { exchange, reads, snapshots: taker, logger, freeBytes } = adapters;
  // The exchange's first batch adopts the rules of this version.
  const rulesFound = exchange.head.sequence === 0 ? null : exchange.state.rules;
  opened.add(
    'exchange',
    () => exchange.stop(),
    () => `at entry ${exchange.head.sequence} with ${exchange.pending} commands`,
  );
  const snapshots = new Snapshots({
    taker,
    hasRoom: () => !exchange.storage.isFull,
    everyEntries: taker.everyEntries,
    lastSequence: exchange.snapshotSequence,
    onSaved: (sequence) => exchange.saved(sequence),
    onFailure: (message) => logger.error(`no snapshot could be taken: ${message}`),
  });
  opened.add('snapshots', () => snapshots.stop());
  opened.add(
    'read store',
    () => reads.stop(),
    () => `at entry ${reads.projected}`,
  );
  exchange.observe({ published: (_entries, { sequence }) => reads.acknowledged(sequence) });
  exchange.observe(snapshots);
  reads.acknowledged(exchange.head.sequence);
  snapshots.started(exchange);
  reads.open();
  return {
    reader: reads.reader,
    rulesFound,
    readsOpened: reads.opened,
    endWaitingReads: () => reads.endWaiting(),
    figures: {
      sequence: () => exchange.head.sequence,
      projectedSequence: () => reads.projected,
      clockDifferenceSeconds: () => exchange.clockDifferenceSeconds,
      readStore: () => reads.state,
      storage: () => ({ ...exchange.storage, freeBytes: freeBytes() }),
    },
  };
}
