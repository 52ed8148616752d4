/** A suggestion for the operator's form, by its id. */
import { useQuery } from '@tanstack/react-query';
import { useOperator } from './operator.tsx';

/** Prefix of the keys of the operator's suggestions. */
export const SUGGESTIONS = ['operate', 'suggestions'] as const;

export function useSuggestion(id: string) {
  const { client } = useOperator();
  return useQuery({
    queryKey: [...SUGGESTIONS, 'one', id],
    queryFn: ({ signal }) => client.admin.suggestion(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
