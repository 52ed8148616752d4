/** What the benchmark and its subscriber processes say to each other. */

/** How a process reads: everything and counting only; one connection, noting arrivals; or not at all. */
export type ReaderKind = 'count' | 'probe' | 'silent';

export interface ReaderOptions {
  readonly kind: ReaderKind;
  readonly port: number;
  readonly connections: number;
  /** Sent once connected; null when nothing needs to be. */
  readonly subscription: string | null;
  /** Prices (of BUY levels) whose changes a probe notes. */
  readonly lanes: readonly string[];
}

export type ReaderQuestion = 'frames' | 'arrivals' | 'record';

/** Arrivals by lane, in order, on the shared clock. */
export type Arrivals = readonly (readonly number[])[];

export type ReaderAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'frames'; readonly frames: number; readonly atMs: number; readonly open: number }
  | { readonly kind: 'arrivals'; readonly arrivals: Arrivals; readonly resyncs: number }
  | { readonly kind: 'record'; readonly frames: readonly string[] };
