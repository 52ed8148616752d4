/** A suggestion for the operator's form, by its id. */
import { useQuery } from '@tanstack/react-query';
import { reading } from '../venue/queries.ts';
import { useOperator } from './operator.tsx';

/** Prefix of the keys of the operator's suggestions. */
export const SUGGESTIONS = ['operate', 'suggestions'] as const;

export function useSuggestion(id: string) {
  const { client } = useOperator();
  const key = [...SUGGESTIONS, 'one', id];
  return useQuery(reading(key, (call) => client.admin.suggestion(id, call), Number.POSITIVE_INFINITY));
}
