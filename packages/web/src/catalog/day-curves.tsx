/** One-day price histories of all listed markets, loaded for the whole list in as few requests as possible. */
import type { HistoryPoint } from '@bellwether/contract';
import { useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { daysQuery, HISTORIES_MAX } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

type Days = ReadonlyMap<string, readonly HistoryPoint[]>;

const DaysContext = createContext<Days>(new Map());

/** Provides the histories of `tokenIds`, the tokens of all cards below. Appending ids keeps what is already loaded. */
export function DayCurves({ tokenIds, children }: Readonly<{ tokenIds: readonly string[]; children: ReactNode }>) {
  const client = useClient();
  const key = tokenIds.join(',');
  const batches = useMemo(() => {
    const ids = key === '' ? [] : key.split(',');
    return Array.from({ length: Math.ceil(ids.length / HISTORIES_MAX) }, (_, index) =>
      ids.slice(index * HISTORIES_MAX, (index + 1) * HISTORIES_MAX),
    );
  }, [key]);
  const days = useQueries({
    queries: batches.map((batch) => daysQuery(client, batch)),
    combine: (answers): Days => new Map(answers.flatMap(({ data }) => Object.entries(data ?? {}))),
  });
  return <DaysContext value={days}>{children}</DaysContext>;
}

export function useDay(tokenId: string): readonly HistoryPoint[] | undefined {
  return use(DaysContext).get(tokenId);
}

export function useDays(): Days {
  return use(DaysContext);
}
