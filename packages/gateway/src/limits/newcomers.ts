/**
 * Cap on accounts that the whole venue opens per minute. The first account of an address or network is always opened,
 * and none may take more than a part of the remaining places, so that a crowd cannot lock out others.
 */
import type { CapWindow } from '@bellwether/contract';
import type { Client, Refusal } from './client.ts';
import { RowLog, spansOf } from './row-log.ts';
import type { Row } from './rows.ts';

/** Accounts opened in the whole venue, not limiting the first one of each address or network. */
const NEWCOMERS: CapWindow = { requests: 600, seconds: 60 };
/** Part of the remaining places that one address or network may take. */
const NEWCOMER_PART = 1 / 4;

export class Newcomers {
  /** Accounts opened recently by all clients. */
  readonly #opened = new RowLog(spansOf([NEWCOMERS]));

  /**
   * Refusal with a retry time if these clients may not open another account under the venue's cap; null if they may.
   */
  refusal(clients: readonly Client[], row: Row, now: number): Refusal | null {
    const own =
      clients
        .at(-1)
        ?.log(row, now)
        .used(row.spans.single.list.length - 1) ?? 0;
    this.#opened.expire(now);
    const left = NEWCOMERS.requests - this.#opened.used(0);
    const isOver = own > 0 && own >= Math.floor(left * NEWCOMER_PART);
    return isOver ? { kind: 'refused', retryAfterSeconds: NEWCOMERS.seconds } : null;
  }

  /** Counts an opened account. */
  count(now: number): void {
    this.#opened.add(1, now);
  }
}
