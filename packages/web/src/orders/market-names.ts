/** Questions, addresses and tokens of markets that are known by condition id alone. */
import type { Client } from '@bellwether/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export interface MarketName {
  readonly question: string;
  readonly slug: string;
  /** Token of the first outcome; empty when the catalog does not say. */
  readonly tokenId: string;
}

/** Ids one read may name; they stand in its address, which must not grow too long. */
const PER_READ = 40;
const STALE_MS = 300_000;

/** By condition id. What is not in the catalog for everybody is missing. */
export const marketNamesQuery = (client: Client, conditionIds: readonly string[]) => {
  const ids = [...new Set(conditionIds)].sort();
  return queryOptions({
    queryKey: ['market-names', ...ids] as const,
    queryFn: ({ signal }) => readMarketNames(client, ids, signal),
    enabled: ids.length > 0,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
};

export async function readMarketNames(
  client: Client,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, MarketName>> {
  const batches = Array.from({ length: Math.ceil(ids.length / PER_READ) }, (_, index) =>
    ids.slice(index * PER_READ, (index + 1) * PER_READ),
  );
  const pages = await Promise.all(
    batches.map((batch) => client.markets.list({ condition_ids: batch, limit: PER_READ }, { signal })),
  );
  return new Map(
    pages
      .flat()
      .map(({ conditionId, question, slug, clobTokenIds }) => [
        conditionId,
        { question, slug, tokenId: firstOf(clobTokenIds) },
      ]),
  );
}

/** The first of a JSON array of texts in a text, as the catalog writes it. */
function firstOf(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? String(value[0] ?? '') : '';
  } catch {
    return '';
  }
}
