/** The venue's starting balance for new accounts. The page must not promise money that the venue does not give. */
import { useQuery } from '@tanstack/react-query';
import { toMicros } from '../format/decimal.ts';
import { venueQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

/** Returns the balance as a decimal; null if it is zero or not yet known. */
export function useStartingBalance(): string | null {
  const { data } = useQuery(venueQuery(useClient()));
  return data === undefined || (toMicros(data.startingBalance) ?? 0n) === 0n ? null : data.startingBalance;
}
