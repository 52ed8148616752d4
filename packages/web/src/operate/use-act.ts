/** What an operator does at the press of a button: carried out, told, and everything of it read again. */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../ui/toast.tsx';
import { operatorErrorText } from './refusal.tsx';

export type Toast = Parameters<typeof showToast>[0];
/** Returns words about what came of it, if the page does not show that by itself. */
type Act = () => Promise<Toast | undefined>;

/** `failed`: title if it did not work. */
export function useAct(failed: string, renews: QueryKey) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => act(),
    onSuccess: (toast) => toast && showToast(toast),
    onError: (error) => showToast({ title: failed, text: operatorErrorText(error), tone: 'bad' }),
    onSettled: () => cache.invalidateQueries({ queryKey: renews }),
  });
}

export const good = (title: string): Toast => ({ tone: 'good', title });
