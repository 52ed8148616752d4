/**
 * Freezes the ticket briefly after an order was sent. The second click of a double click then meets the same inert
 * button, and not whatever would have moved under it. Afterwards the form is cleared if the order was placed.
 */
import { useEffect, useRef, useState } from 'react';
import { type IntentState, isUnderWay } from './order-intent.ts';

/** Longer than the pause within a double click. */
const SETTLE_MS = 600;

export interface Settling {
  /** True while nothing may be sent or moved. */
  readonly isSettling: boolean;
  /** Starts the pause; call this after sending an order. */
  readonly begin: () => void;
}

/** Calls `onPlaced` once for each order announced by `begin` and accepted by the venue, after the pause has ended. */
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
