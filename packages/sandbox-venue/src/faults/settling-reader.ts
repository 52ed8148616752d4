/** Reads that contain trades, with the status in which each trade is shown at the moment. */

import type { SettlingTrades } from '@bellwether/gateway/http/extension.ts';
import type { ReadAnswer, Reader } from '@bellwether/ports/reader.ts';

/** A trade in an answer. Times are Unix seconds or ISO 8601. */
interface TradeRow {
  readonly id: string;
  readonly status: string;
  readonly last_update?: string;
  readonly updatedAt?: string;
  readonly transaction_hash?: string;
  readonly transactionHash?: string;
}

const READS: ReadonlyMap<string, 'list' | 'page'> = new Map([
  ['own-trades', 'page'],
  ['builder-trades', 'list'],
  ['client-builder-trades', 'page'],
]);
const SECONDS = /^[0-9]+$/;

export function settlingReader(reader: Reader, trades: SettlingTrades): Reader {
  return {
    async read(name, parameters, asker): Promise<ReadAnswer | null> {
      const place = READS.get(name);
      if (place === undefined || !trades.isArmed) return reader.read(name, parameters, asker);
      // A compressed body could not be changed.
      const answer = await reader.read(name, parameters, asker && { ...asker, encoding: null });
      if (answer === null) return null;
      const said: unknown = JSON.parse(Buffer.from(answer.body).toString());
      const shown =
        place === 'list'
          ? (said as TradeRow[]).map((row) => shownRow(row, trades))
          : { ...(said as object), data: (said as { data: TradeRow[] }).data.map((row) => shownRow(row, trades)) };
      return { ...answer, body: Buffer.from(JSON.stringify(shown)) };
    },
  };
}

function shownRow(row: TradeRow, trades: SettlingTrades): TradeRow {
  const shown = trades.shown(Number(row.id));
  if (shown === null) return row;
  const { status, sinceMs, hasHash } = shown;
  const iso = new Date(sinceMs).toISOString();
  return {
    ...row,
    status,
    ...(row.last_update !== undefined && {
      last_update: SECONDS.test(row.last_update) ? String(Math.floor(sinceMs / 1_000)) : iso,
    }),
    ...(row.updatedAt !== undefined && { updatedAt: iso }),
    ...(!hasHash && row.transaction_hash !== undefined && { transaction_hash: '' }),
    ...(!hasHash && row.transactionHash !== undefined && { transactionHash: '' }),
  };
}
