/**
 * Accounts that the whole venue opens a minute. The first of an address or network is opened whatever others have done, and
 * none gets more than a part of what is left, so that no crowd can lock out who comes after it.
 */
import type { CapWindow } from '@bellwether/contract';
import type { Client, Refusal } from './client.ts';
import { RowLog, spansOf } from './row-log.ts';
import type { Row } from './rows.ts';

/** Accounts that are opened in the whole venue, but for the first of each address or network. */
const NEWCOMERS: CapWindow = { requests: 600, seconds: 60 };
/** What one address or network may have of those that are left. */
const NEWCOMER_PART = 1 / 4;

export class Newcomers {
  /** Accounts opened by all of late. */
  readonly #opened = new RowLog(spansOf([NEWCOMERS]));

  /** Says when those who ask may open another account, as far as the venue's share goes; null for now. */
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

  /** One has been opened. */
  count(now: number): void {
    this.#opened.add(1, now);
  }
}
