/** Changes of one event or market, as a mutation for all forms and switches that show it. */
import type { Event } from '@bellwether/contract';
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { useOperator } from './operator.tsx';

/** What differs, under the venue's names. */
export type Changes = Readonly<Record<string, unknown>>;
export type CatalogChange = UseMutationResult<unknown, Error, Changes>;

export function useEventChange({ id, slug }: Pick<Event, 'id' | 'slug'>): CatalogChange {
  const { client } = useOperator();
  return useChange('Event changed', (changes) => client.admin.updateEvent(id, changes), [
    KEYS.event(slug),
    KEYS.events,
  ]);
}

export function useMarketChange(conditionId: string, eventSlug: string): CatalogChange {
  const { client } = useOperator();
  return useChange('Market changed', (changes) => client.admin.updateMarket(conditionId, changes), [
    KEYS.markets,
    KEYS.event(eventSlug),
  ]);
}

/** Sends a change and has everything read again that shows it. */
function useChange(title: string, send: (changes: Changes) => Promise<unknown>, shown: readonly QueryKey[]) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      showToast({ title, tone: 'good' });
      await Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}
