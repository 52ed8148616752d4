/**
 * Reads that need SQL run off the main thread and return the finished JSON body, so that a large page never stops the
 * trading path.
 */

/** The requested object does not exist: the route answers 404. */
export const NOT_FOUND = null;

export interface Reader {
  /**
   * Runs the named read with plain-data parameters once the projections have caught up with everything that the gateway
   * has already acknowledged (bounded wait). Resolves to UTF-8 JSON, or null when the requested object does not exist.
   * Without an asker the read is made for the venue itself.
   */
  read(name: string, parameters: unknown, asker?: Asker): Promise<ReadAnswer | null>;
}

/** A compressed form of a body, by its name in `Content-Encoding`. */
export type Encoding = 'br' | 'gzip';

/** The client of a read, and the expected cost: readers serve clients in turn, and cheap reads beside expensive ones. */
export interface Asker {
  /** One client: an address or network. */
  readonly client: string;
  /** Declared cost of the request: about a millisecond of CPU each. */
  readonly units: number;
  /** Compression that the body may have, where it is worth it; none by default. */
  readonly encoding?: Encoding | null;
  /** True for a body in the words of the public clients: null for unknown dates, and the mark of fees. */
  readonly publicWords?: boolean;
  /**
   * Called when it is the read's turn. Returns seconds until the client may read on, if its other reads have used up
   * more than its cap meanwhile; null while it may.
   */
  readonly overdrawn?: () => number | null;
}

export interface ReadAnswer {
  readonly body: Uint8Array;
  /** Compression of the body; null for plain JSON. */
  readonly encoding: Encoding | null;
  /** Response headers the read wants to set, for example a next cursor. */
  readonly headers: Readonly<Record<string, string>>;
  /** CPU used on reader threads, in milliseconds. */
  readonly cpuMs: number;
}

/** A read that was not answered, through no fault of the venue. */
export abstract class ReadRefused extends Error {
  /** CPU used on reader threads by then, in milliseconds. */
  cpuMs = 0;
}

/** Reads cannot be taken now: stopping, too many waiting, or the reader failed. Answer 503 with a time to retry. */
export class ReaderUnavailable extends ReadRefused {
  readonly code = 'reader_unavailable';
  override readonly name = 'ReaderUnavailable';
}

/** Other reads of the same client have used more than its cap meanwhile. Answer 429 with a time to retry. */
export class ReadOverdrawn extends ReadRefused {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`what this client reads is over its cap for ${retryAfterSeconds} s`);
    this.name = 'ReadOverdrawn';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The read store was damaged and is being rebuilt from the journal. Answer 503 with a time to retry. */
export class ReadStoreRebuilding extends ReadRefused {
  readonly code = 'read_store_rebuilding';

  constructor() {
    super('the read store is being rebuilt from the journal');
    this.name = 'ReadStoreRebuilding';
  }
}

/**
 * The read store could not be written, for example on a full disk, and is being retried. Answer 503 with a time to retry.
 */
export class ReadStoreUnavailable extends ReadRefused {
  readonly code = 'read_store_unavailable';

  constructor() {
    super('the read store cannot be written now');
    this.name = 'ReadStoreUnavailable';
  }
}

/** A read was stopped because it used too much CPU. Answer 503 and say that the client must ask for less. */
export class ReadTooLong extends ReadRefused {
  readonly code = 'read_too_long';

  constructor(name: string, cpuMs: number) {
    super(`the read ${name} was stopped after ${Math.round(cpuMs)} ms of CPU`);
    this.name = 'ReadTooLong';
    this.cpuMs = cpuMs;
  }
}

/** A read threw: a fault of the venue. Its message is for the log, never for the client. */
export class ReadFailed extends Error {
  override readonly name = 'ReadFailed';
}
