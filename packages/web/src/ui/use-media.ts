/** Whether the window is as a media query says, live. */
import { useCallback, useSyncExternalStore } from 'react';

/** Too narrow for a column beside the content: what stands there elsewhere is opened from a bar at the bottom. */
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
