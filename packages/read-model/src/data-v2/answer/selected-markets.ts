/** Markets that a query of the second data interface selects, and their tokens. */
import type { ReadStore } from '../../database.ts';
import { selectMarketsOfEvent, selectTokens } from '../../ledger/query/ledger-context.ts';

export interface Selectors {
  readonly condition?: readonly string[];
  readonly event_id?: readonly string[];
}

/** Condition ids of the selected markets, as `market`; absent for all. An unknown event has none. */
export async function selectedConditions(
  database: ReadStore,
  { condition, event_id: events }: Selectors,
): Promise<{ market?: string[] }> {
  if (events === undefined) return condition === undefined ? {} : { market: [...condition] };
  const ids: string[] = [];
  for (const event of events)
    for (const market of await selectMarketsOfEvent(database, Number(event))) ids.push(market.condition_id);
  return { market: condition === undefined ? ids : ids.filter((id) => condition.includes(id)) };
}

/** Returns the decimal id of an outcome's token; empty for rows without an outcome. */
export async function tokensOf(
  database: ReadStore,
  rows: readonly { readonly conditionId: string }[],
): Promise<(conditionId: string, outcome: number) => string> {
  const tokens = await selectTokens(database, [...new Set(rows.map(({ conditionId }) => conditionId))]);
  return (conditionId, outcome) => tokens.get(conditionId)?.[outcome] ?? '';
}
