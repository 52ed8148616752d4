/** Mutations that change one event or market, shared by all its forms and switches. */
import type { Event } from '@bellwether/contract';
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../ui/toast.tsx';
import { KEYS, renew } from '../venue/keys.ts';
import { useOperator } from './operator.tsx';
import { effectsText } from './term-effects.ts';

export type Changes = Readonly<Record<string, unknown>>;
export type CatalogChange = UseMutationResult<unknown, Error, Changes>;

export function useEventChange({ id, slug }: Pick<Event, 'id' | 'slug'>): CatalogChange {
  const { client } = useOperator();
  const send = async (changes: Changes): Promise<string> => {
    await client.admin.updateEvent(id, changes);
    return '';
  };
  return useChange('Event changed', send, [KEYS.event(slug), KEYS.events]);
}

export function useMarketChange(conditionId: string, eventSlug: string): CatalogChange {
  const { client } = useOperator();
  const send = async (changes: Changes): Promise<string> =>
    effectsText((await client.admin.updateMarket(conditionId, changes)).effects);
  return useChange('Market changed', send, [KEYS.markets, KEYS.event(eventSlug)]);
}

function useChange(title: string, send: (changes: Changes) => Promise<string>, shown: readonly QueryKey[]) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (text) => {
      showToast({ title, ...(text !== '' && { text }), tone: 'good' });
      await renew(cache, ...shown);
    },
  });
}
