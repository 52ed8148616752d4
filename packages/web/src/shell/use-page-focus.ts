/** Moves the focus to the content when another page is shown, for users of keyboards and screen readers. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Focuses `#main` when the path has changed, unless the focus is already inside, as in a page's own navigation. On a
 * full page load the browser resets the focus itself.
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
