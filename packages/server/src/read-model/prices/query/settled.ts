/** Query of a market's result, for the end of its price history. */
import type { ReadStore } from '../../database.ts';

/** Payout of the first outcome in 1/10000 and the time of the result in Unix milliseconds; null before. */
export function marketResult(database: ReadStore, market: number) {
  return database.selectFrom('markets').select(['payout_0', 'resolved_ms']).where('market', '=', market);
}
