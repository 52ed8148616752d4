/** Changes of one market, as a mutation for all forms and switches that show it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../ui/toast.tsx';
import { KEYS } from '../venue/keys.ts';
import { useOperator } from './operator.tsx';

/** Sends a change of the market and has everything read anew that shows it. */
export function useMarketChange(conditionId: string, eventSlug: string) {
  const { client } = useOperator();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (changes: Record<string, unknown>) => client.admin.updateMarket(conditionId, changes),
    onSuccess: async () => {
      showToast({ title: 'Market changed', tone: 'good' });
      await Promise.all([
        cache.invalidateQueries({ queryKey: KEYS.markets }),
        cache.invalidateQueries({ queryKey: KEYS.event(eventSlug) }),
      ]);
    },
  });
}
