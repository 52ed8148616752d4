/** Questions and slugs of markets that are known only by condition id. */
import type { Client } from '@bellwether/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { reading } from '../venue/queries.ts';

type MarketName = { readonly question: string; readonly slug: string };

/** Maximum number of ids per request; they are part of its URL, which must not grow too long. */
const PER_READ = 40;
const STALE_MS = 300_000;

/** Reads names by condition id. Markets missing from the public catalog are missing here too. */
export const marketNamesQuery = (client: Client, conditionIds: readonly string[]) => {
  const ids = [...new Set(conditionIds)].sort();
  const batches = Array.from({ length: Math.ceil(ids.length / PER_READ) }, (_, index) =>
    ids.slice(index * PER_READ, (index + 1) * PER_READ),
  );
  const read = async (call: { readonly signal: AbortSignal }): Promise<ReadonlyMap<string, MarketName>> => {
    const pages = await Promise.all(
      batches.map((batch) => client.markets.list({ condition_ids: batch, limit: PER_READ }, call)),
    );
    return new Map(pages.flat().map(({ conditionId, question, slug }) => [conditionId, { question, slug }]));
  };
  const query = reading(['market-names', ...ids], read, STALE_MS);
  return { ...query, enabled: ids.length > 0, placeholderData: keepPreviousData };
};
