/** Where the focus goes when another page is shown: to its content, for readers with a keyboard or of the screen. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to `#main` when the path has changed, unless it is in there already, as in a page's own navigation.
 * The browser does the same on its own when a page is loaded again.
 */
export function usePageFocus(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (before.current === path) return;
    before.current = path;
    const main = document.getElementById('main');
    if (isFirst || main === null || main.contains(document.activeElement)) return;
    main.focus({ preventScroll: true });
  }, [path]);
}
