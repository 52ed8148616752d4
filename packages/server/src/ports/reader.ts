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
  /**
   * Asked when the read's turn has come: seconds until its client may read on, if what its other reads took has used up
   * more than its cap meanwhile; null while it may.
   */
  readonly overdrawn?: () => number | null;
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

/** A read that was not answered, for no fault of the venue. */
export abstract class ReadRefused extends Error {
  /** CPU that it had taken of reader threads by then, in milliseconds. */
  cpuMs = 0;
}

/** Reads cannot be taken now: stopping, too many waiting, or the reader failed. Answer 503 and say when to retry. */
export class ReaderUnavailable extends ReadRefused {
  readonly code = 'reader_unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReaderUnavailable';
  }
}

/** Other reads of the same client have taken more than its cap meanwhile. Answer 429 and say when to retry. */
export class ReadOverdrawn extends ReadRefused {
  readonly code = 'read_overdrawn';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`what this client reads is over its cap for ${retryAfterSeconds} s`);
    this.name = 'ReadOverdrawn';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The read store was damaged and is being made again from the journal. Answer 503 and say when to retry. */
export class ReadStoreRebuilding extends ReadRefused {
  readonly code = 'read_store_rebuilding';

  constructor() {
    super('the read store is being rebuilt from the journal');
    this.name = 'ReadStoreRebuilding';
  }
}

/** The read store could not be written, on a full disk for one, and is tried again. Answer 503 and say when to retry. */
export class ReadStoreUnavailable extends ReadRefused {
  readonly code = 'read_store_unavailable';

  constructor() {
    super('the read store cannot be written now');
    this.name = 'ReadStoreUnavailable';
  }
}

/** A read was stopped because it took too much CPU. Answer 503 in words: less must be asked for. */
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
  readonly code = 'read_failed';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadFailed';
  }
}
