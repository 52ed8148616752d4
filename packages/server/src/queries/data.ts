/** Queries of holders and of lifetime volumes, by market. */
import type { Kysely } from 'kysely';
import type { PositionRow } from '../ports/ledger-tables.ts';
import type { Database } from './database.ts';

/** A market by its condition id. */
export interface NamedMarket {
  readonly market: number;
  readonly condition_id: string;
}

/** The known ones of the given condition ids (distinct), in their order. */
export async function selectNamedMarkets(
  database: Kysely<Database>,
  conditionIds: readonly string[],
): Promise<NamedMarket[]> {
  const markets: NamedMarket[] = [];
  for (const conditionId of conditionIds) {
    const row = await database
      .selectFrom('markets')
      .select(['market', 'condition_id'])
      .where('condition_id', '=', conditionId)
      .executeTakeFirst();
    if (row !== undefined) markets.push(row);
  }
  return markets;
}

export type Holding = Pick<PositionRow, 'wallet' | 'shares_micros'>;

/** The largest holdings of an outcome of at least `minimumMicros`, largest first. */
export function holdersOf(
  database: Kysely<Database>,
  market: number,
  outcome: number,
  minimumMicros: number,
  limit: number,
) {
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

/** Collateral of all trades of a market in micros, each counted once. */
export async function selectVolume(database: Kysely<Database>, market: number): Promise<bigint> {
  const row = await database
    .selectFrom('market_stats')
    .select((eb) => eb.cast<string>('volume_micros', 'text').as('volume'))
    .where('market', '=', market)
    .executeTakeFirst();
  return BigInt(row?.volume ?? 0);
}
