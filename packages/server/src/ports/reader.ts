/**
 * Reads that need SQL run off the main thread and come back as the finished JSON body, so that a large page never
 * stops the trading path.
 */

/** A read that is not there: the route answers 404. */
export const NOT_FOUND = null;

export interface Reader {
  /**
   * Runs the named read with plain-data parameters once the projections have caught up with everything the gateway has
   * already acknowledged (bounded wait). Resolves to UTF-8 JSON, or null when what was asked for does not exist. Without
   * an asker it is the venue that asks.
   */
  read(name: string, parameters: unknown, asker?: Asker): Promise<ReadAnswer | null>;
}

/** A packed form of a body, by its name in `Content-Encoding`. */
export type Encoding = 'br' | 'gzip';

/** Who asks, and what the read is expected to cost: readers serve clients in turn, and cheap reads beside dear ones. */
export interface Asker {
  /** One client: an address or network. */
  readonly client: string;
  /** Declared cost of the request: about a millisecond of CPU each. */
  readonly units: number;
  /** The packed form that the body may have, where it is worth it; none by default. */
  readonly encoding?: Encoding | null;
}

export interface ReadAnswer {
  /** The JSON body. */
  readonly body: Uint8Array;
  /** How it is packed; null for plain JSON. */
  readonly encoding: Encoding | null;
  /** Response headers the read wants to set, for example a next cursor. */
  readonly headers: Readonly<Record<string, string>>;
  /** CPU that it took of reader threads, in milliseconds. */
  readonly cpuMs: number;
}

/** Reads cannot be taken now: stopping, too many waiting, or the reader failed. Answer 503 and say when to retry. */
export class ReaderUnavailable extends Error {
  readonly code = 'reader_unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReaderUnavailable';
  }
}

/** The read store was damaged and is being made again from the journal. Answer 503 and say when to retry. */
export class ReadStoreRebuilding extends Error {
  readonly code = 'read_store_rebuilding';

  constructor() {
    super('the read store is being rebuilt from the journal');
    this.name = 'ReadStoreRebuilding';
  }
}

/** The read store could not be written, on a full disk for one, and is tried again. Answer 503 and say when to retry. */
export class ReadStoreUnavailable extends Error {
  readonly code = 'read_store_unavailable';

  constructor() {
    super('the read store cannot be written now');
    this.name = 'ReadStoreUnavailable';
  }
}

/** A read was stopped because it took too much CPU. Answer 503 in words: less must be asked for. */
export class ReadTooLong extends Error {
  readonly code = 'read_too_long';
  /** What it had taken by then. */
  readonly cpuMs: number;

  constructor(name: string, cpuMs: number) {
    super(`the read ${name} was stopped after ${Math.round(cpuMs)} ms of CPU`);
    this.name = 'ReadTooLong';
    this.cpuMs = cpuMs;
  }
}

/** A read threw: a fault of the venue. Its message is for the log, never for the client. */
export class ReadFailed extends Error {
  readonly code = 'read_failed';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadFailed';
  }
}
