/**
 * Keeps the user's reading or writing position on screen while a list grows above it. Browsers' scroll anchoring does
 * not do this at the top of a page, and some browsers lack it.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface KeptPlace {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Records the position; call this before the list changes. */
  readonly remember: () => void;
}

interface Place {
  readonly element: Element;
  /** Pixels below the top edge of the window. */
  readonly top: number;
}

/** Restores the recorded position whenever `content`, the list's data, changes. */
export function useKeptPlace(content: unknown): KeptPlace {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<Place | null>(null);
  const remember = useCallback(() => {
    place.current ??= list.current === null ? null : placeIn(list.current);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the content that moves things
  useLayoutEffect(() => {
    const kept = place.current;
    place.current = null;
    if (kept === null || !kept.element.isConnected) return;
    const moved = kept.element.getBoundingClientRect().top - kept.top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }, [content]);
  return { list, remember };
}

/**
 * Returns the focused element, or else the first visible item if the list starts above the window; null if there is
 * nothing to keep.
 */
function placeIn(list: HTMLUListElement): Place | null {
  const { activeElement } = document;
  if (activeElement !== null && list.contains(activeElement)) return placeOf(activeElement);
  if (list.getBoundingClientRect().top >= 0) return null;
  const first = [...list.children].find((item) => item.getBoundingClientRect().bottom > 0);
  return first === undefined ? null : placeOf(first);
}

function placeOf(element: Element): Place {
  return { element, top: element.getBoundingClientRect().top };
}
