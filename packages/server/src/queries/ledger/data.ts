/** Queries of holders and of lifetime volumes, by market. */
import type { Kysely } from 'kysely';
import type { PositionRow } from '../../schema/ledger-tables.ts';
import type { Database } from '../database.ts';
import { selectInChunks, selectTextsInChunks } from '../select-in-chunks.ts';

/** A market with its condition id. */
export interface NamedMarket {
  readonly market: number;
  readonly condition_id: string;
}

/** Known markets among the given condition ids (distinct), in the same order. */
export async function selectNamedMarkets(
  database: Kysely<Database>,
  conditionIds: readonly string[],
): Promise<NamedMarket[]> {
  const rows = await selectTextsInChunks(conditionIds, (chunk) =>
    database.selectFrom('markets').select(['market', 'condition_id']).where('condition_id', 'in', chunk).execute(),
  );
  const known = new Map(rows.map((row) => [row.condition_id, row]));
  return conditionIds.flatMap((conditionId) => known.get(conditionId) ?? []);
}

/** Decimal ids of both tokens of the markets with the given condition ids (distinct). */
export async function selectTokens(
  database: Kysely<Database>,
  conditionIds: readonly string[],
): Promise<Map<string, readonly [string, string]>> {
  const rows = await selectTextsInChunks(conditionIds, (chunk) =>
    database
      .selectFrom('markets')
      .select(['condition_id', 'token_0', 'token_1'])
      .where('condition_id', 'in', chunk)
      .execute(),
  );
  return new Map(rows.map((row) => [row.condition_id, [row.token_0, row.token_1] as const]));
}

/** Markets of a catalog event, in order of creation. */
export function selectMarketsOfEvent(database: Kysely<Database>, event: number): Promise<NamedMarket[]> {
  return database
    .selectFrom('markets')
    .select(['market', 'condition_id'])
    .where('event', '=', event)
    .orderBy('market')
    .execute();
}

export type Holding = Pick<PositionRow, 'wallet' | 'shares_micros'>;

/** Largest holdings of an outcome, at least `minimumMicros` each, largest first. */
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

/**
 * Collateral of all trades of the markets (distinct) in micros, each trade counted once, by market. Markets without
 * trades are missing.
 */
export async function selectVolumes(
  database: Kysely<Database>,
  markets: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  const rows = await selectInChunks(markets, (chunk) =>
    database
      .selectFrom('market_stats')
      .select((eb) => ['market', eb.cast<string>('volume_micros', 'text').as('volume')])
      .where('market', 'in', chunk)
      .execute(),
  );
  return new Map(rows.map(({ market, volume }) => [market, BigInt(volume)]));
}
