/** What can go wrong with a call: the venue said no, or there was no answer to understand. Both are thrown. */

/** The venue answered with a refusal. */
export class VenueError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** The refusal in words, as the venue sent it. */
  readonly error: string;
  /** The same for programs, as in the contract's error table; null where the venue sends none. */
  readonly code: string | null;
  /** Seconds after which a retry makes sense; null when the venue did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, error: string, code: string | null, retryAfterSeconds: number | null) {
    super(`${status} ${error}`);
    this.name = 'VenueError';
    this.status = status;
    this.error = error;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer, or none that makes sense: whether the request took effect is unknown. The reason is in `cause`. */
export class TransportError extends Error {
  readonly code = 'no_answer';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TransportError';
  }
}
