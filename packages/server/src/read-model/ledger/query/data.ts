/** Queries of holders and of lifetime volumes, by market. */
import type { ReadStore } from '../../database.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import type { PositionRow } from '../tables.ts';

export type Holding = Pick<PositionRow, 'wallet' | 'shares_micros'>;

/** Largest holdings of an outcome, at least `minimumMicros` each, largest first. */
export function holdersOf(database: ReadStore, market: number, outcome: number, minimumMicros: number, limit: number) {
  return database
    .selectFrom('positions')
    .select(['wallet', 'shares_micros'])
    .where('market', '=', market)
    .where('outcome', '=', outcome)
    .where('shares_micros', '>=', minimumMicros)
    .orderBy('shares_micros', 'desc')
    .orderBy('wallet')
    .limit(limit);
}

/**
 * Collateral of all trades of the markets (distinct) in micros, each trade counted once, by market. Markets without
 * trades are missing.
 */
export async function selectVolumes(
  database: ReadStore,
  markets: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  const rows = await selectInChunks(markets, (chunk) =>
    database
      .selectFrom('market_stats')
      .select((eb) => ['market', eb.cast<string>('volume_micros', 'text').as('volume')])
      .where('market', 'in', chunk),
  );
  return new Map(rows.map(({ market, volume }) => [market, BigInt(volume)]));
}
