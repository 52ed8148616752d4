/** What a new account is given here. Nothing may promise money that the venue does not give. */
import { useQuery } from '@tanstack/react-query';
import { toMicros } from '../format/decimal.ts';
import { venueQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

/** Collateral as decimal text; null where none is given, or while it is not known. */
export function useStartingBalance(): string | null {
  const { data } = useQuery(venueQuery(useClient()));
  return data === undefined || (toMicros(data.startingBalance) ?? 0n) === 0n ? null : data.startingBalance;
}
