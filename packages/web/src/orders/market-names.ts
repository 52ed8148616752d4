/** Questions and slugs of markets that are known only by condition id. */
import type { Client } from '@bellwether/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

interface MarketName {
  readonly question: string;
  readonly slug: string;
}

/** Maximum number of ids per request; they are part of its URL, which must not grow too long. */
const PER_READ = 40;
const STALE_MS = 300_000;

/** Reads names by condition id. Markets missing from the public catalog are missing here too. */
export const marketNamesQuery = (client: Client, conditionIds: readonly string[]) => {
  const ids = [...new Set(conditionIds)].sort();
  return queryOptions({
    queryKey: ['market-names', ...ids] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, MarketName>> => {
      const batches = Array.from({ length: Math.ceil(ids.length / PER_READ) }, (_, index) =>
        ids.slice(index * PER_READ, (index + 1) * PER_READ),
      );
      const pages = await Promise.all(
        batches.map((batch) => client.markets.list({ condition_ids: batch, limit: PER_READ }, { signal })),
      );
      return new Map(pages.flat().map(({ conditionId, question, slug }) => [conditionId, { question, slug }]));
    },
    enabled: ids.length > 0,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
};
