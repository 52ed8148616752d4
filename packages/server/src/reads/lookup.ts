/** Rows by key, for reads that join in memory. */
import type { Kysely } from 'kysely';
import type { Database } from '../queries/database.ts';
import {
  type MarketText,
  selectMarketTexts,
  selectWalletOwners,
  type WalletOwner,
} from '../queries/ledger/ledger-context.ts';

export function byKey<Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}

/** Row with this key. Rows refer only to earlier rows, so a missing one is a bug in the projections and throws. */
export function found<Row>(rows: ReadonlyMap<number, Row>, key: number, what: string): Row {
  const row = rows.get(key);
  if (row === undefined) throw new Error(`the read store has no ${what} ${key}`);
  return row;
}

export async function ownersOf(
  database: Kysely<Database>,
  wallets: Iterable<number>,
): Promise<Map<number, WalletOwner>> {
  return byKey(await selectWalletOwners(database, [...new Set(wallets)]), ({ id }) => id);
}

export async function marketTextsOf(
  database: Kysely<Database>,
  markets: Iterable<number>,
): Promise<Map<number, MarketText>> {
  return byKey(await selectMarketTexts(database, [...new Set(markets)]), ({ market }) => market);
}
