/** Queries of holders and of lifetime volumes, by market. */
import { sql } from 'kysely';
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
 * Wallets with more shares of an outcome than of the other, by that difference, largest first. Wallets with equally
 * many of both are among the holders of the first outcome. `minimumMicros`: least difference.
 */
export function netHoldersOf(
  database: ReadStore,
  market: number,
  outcome: number,
  minimumMicros: number,
  limit: number,
  offset: number,
) {
  const net = sql<number>`(p.shares_micros - coalesce(o.shares_micros, 0))`;
  return (
    database
      .selectFrom('positions as p')
      .leftJoin('positions as o', (join) =>
        join
          .onRef('o.market', '=', 'p.market')
          .on('o.outcome', '=', 1 - outcome)
          .onRef('o.wallet', '=', 'p.wallet'),
      )
      .select(['p.wallet', net.as('shares_micros')])
      .where('p.market', '=', market)
      .where('p.outcome', '=', outcome)
      // The difference is at most the holding, by which the index finds it.
      .where('p.shares_micros', '>=', minimumMicros)
      .where(net, '>=', Math.max(minimumMicros, outcome))
      .orderBy(net, 'desc')
      .orderBy('p.wallet')
      .limit(limit)
      .offset(offset)
  );
}

/**
 * Collateral, or shares, of all trades of the markets (distinct) in micros, each trade counted once, by market. Markets without
 * trades are missing.
 */
export async function selectVolumes(
  database: ReadStore,
  markets: readonly number[],
  column: 'volume_micros' | 'shares_micros' = 'volume_micros',
): Promise<ReadonlyMap<number, bigint>> {
  const rows = await selectInChunks(markets, (chunk) =>
    database
      .selectFrom('market_stats')
      .select((eb) => ['market', eb.cast<string>(column, 'text').as('volume')])
      .where('market', 'in', chunk),
  );
  return new Map(rows.map(({ market, volume }) => [market, BigInt(volume)]));
}
