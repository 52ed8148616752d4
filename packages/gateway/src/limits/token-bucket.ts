/** A bucket of tokens that is refilled continuously. Levels are thousandths of a token, so that they are exact. */
import type { TierBucket } from '@bellwether/contract';

const TOKEN = 1_000;

/** State of a bucket after a request was counted, or was not. */
export interface BucketState {
  /** True if the request had its tokens. */
  readonly isPassed: boolean;
  /** Whole tokens left; below zero if more was taken than there was. */
  readonly remaining: number;
  /** Milliseconds until the request would have its tokens; null: it never will, because the bucket holds fewer. */
  readonly waitMs: number | null;
}

export class TokenBucket {
  #level: number;
  #atMs: number;

  /** Starts full. */
  constructor({ burst }: TierBucket, nowMs: number) {
    this.#level = burst * TOKEN;
    this.#atMs = Math.floor(nowMs);
  }

  /** Takes `tokens` if there are as many. The size and rate of the bucket are those of now. */
  take(bucket: TierBucket, tokens: number, nowMs: number): BucketState {
    this.#refill(bucket, nowMs);
    const missing = tokens * TOKEN - this.#level;
    if (missing <= 0) this.#level -= tokens * TOKEN;
    const waitMs = tokens > bucket.burst ? null : Math.max(0, Math.ceil(missing / bucket.rate));
    return { isPassed: missing <= 0, remaining: this.remaining, waitMs };
  }

  /**
   * Takes tokens for work that is done already; without `allowsDebt` at most those that are left. The state is that of the
   * next request of one token, which has to wait for a debt to be paid.
   */
  debit(bucket: TierBucket, tokens: number, allowsDebt: boolean, nowMs: number): BucketState {
    this.#refill(bucket, nowMs);
    const level = this.#level - tokens * TOKEN;
    this.#level = allowsDebt ? level : Math.max(Math.min(0, this.#level), level);
    const waitMs = Math.max(0, Math.ceil((TOKEN - this.#level) / bucket.rate));
    return { isPassed: this.#level >= 0, remaining: this.remaining, waitMs };
  }

  get remaining(): number {
    return Math.floor(this.#level / TOKEN);
  }

  /** Time at which the bucket is full, in milliseconds. */
  fullAt({ rate, burst }: TierBucket): number {
    return this.#atMs + Math.max(0, Math.ceil((burst * TOKEN - this.#level) / rate));
  }

  /** A token a second is a thousandth of a token each millisecond. */
  #refill({ rate, burst }: TierBucket, nowMs: number): void {
    const now = Math.max(this.#atMs, Math.floor(nowMs));
    this.#level = Math.min(burst * TOKEN, this.#level + (now - this.#atMs) * rate);
    this.#atMs = now;
  }
}
