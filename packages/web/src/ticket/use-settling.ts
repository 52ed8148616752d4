/**
 * The moment after an order was sent, in which the ticket stands still: the second click of a double click meets the
 * same button, at rest, and not what would have moved under it. Then what was typed is cleared, if it was placed.
 */
import { useEffect, useRef, useState } from 'react';
import { type IntentState, isUnderWay } from './order-intent.ts';

/** Longer than the pause within a double click. */
const SETTLE_MS = 600;

export interface Settling {
  /** Nothing may be sent, and nothing moves. */
  readonly isSettling: boolean;
  /** An order was sent just now. */
  readonly begin: () => void;
}

/** `onPlaced` is called once for each order that `begin` announced and the venue took, when the ticket may move again. */
export function useSettling(state: IntentState, onPlaced: () => void): Settling {
  const [isSettling, setSettling] = useState(false);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isSettling) return;
    const timer = setTimeout(() => setSettling(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSettling]);
  useEffect(() => {
    if (!isAwaited.current || isSettling || isUnderWay(state)) return;
    isAwaited.current = false;
    if (state.kind === 'placed') onPlaced();
  });
  const begin = (): void => {
    isAwaited.current = true;
    setSettling(true);
  };
  return { isSettling, begin };
}
