/** Tracks whether a media query matches. */
import { useCallback, useSyncExternalStore } from 'react';

/** Too narrow for a side column; its content opens from a bar at the bottom instead. */
export const ONE_COLUMN = '(width < 860px)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (callback: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', callback);
      return () => list.removeEventListener('change', callback);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
