/** How the prices of listed markets went within a day: read for all of a list together, in the largest requests there are. */
import type { HistoryPoint } from '@bellwether/contract';
import { useQueries } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { daysQuery, HISTORIES_MAX } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

type Days = ReadonlyMap<string, readonly HistoryPoint[]>;

const DaysContext = createContext<Days>(new Map());

/** `tokenIds` of all cards below; more at its end leave what was read as it is. */
export function DayCurves({
  tokenIds,
  children,
}: {
  readonly tokenIds: readonly string[];
  readonly children: ReactNode;
}) {
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

/** The last day of a token, oldest first; undefined until it was read. */
export function useDay(tokenId: string): readonly HistoryPoint[] | undefined {
  return use(DaysContext).get(tokenId);
}

/** The same for all tokens that were read. */
export function useDays(): Days {
  return use(DaysContext);
}
