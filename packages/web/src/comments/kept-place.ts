/**
 * Keeps what someone reads or writes in a list where it is on the screen while the list grows above it. Browsers do so
 * by themselves only in part: not at the top of a page, and not all of them.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

export interface KeptPlace {
  readonly list: RefObject<HTMLUListElement | null>;
  /** To be called before the list changes. */
  readonly remember: () => void;
}

interface Place {
  readonly element: Element;
  /** Pixels below the upper edge of the window. */
  readonly top: number;
}

/** `content` is what the list shows: when it has changed, the place is restored. */
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

/** What is written in, or else the first item in sight when the list begins above the window; null: nothing to keep. */
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
