/**
 * What time it is, for every component below: the venue's time. The device's clock may be wrong, and everything that ends,
 * counts down or is told as so long ago does so by the venue's.
 */
import type { VenueClock } from '@bellwether/sdk';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';

const ClockContext = createContext<VenueClock | null>(null);

export function ClockProvider({ clock, children }: { readonly clock: VenueClock; readonly children: ReactNode }) {
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The clock itself, for what asks it when something happens. */
export function useClock(): VenueClock {
  const clock = use(ClockContext);
  if (clock === null) throw new Error('useClock needs a ClockProvider above');
  return clock;
}

/** The current time in Unix milliseconds: renewed now and then, and at once when the clock turns out to be wrong. */
export function useNow(intervalMs = 15_000): number {
  const clock = useClock();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const renew = (): void => setNow(clock.now());
    const timer = setInterval(renew, intervalMs);
    const leave = clock.watch(renew);
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [clock, intervalMs]);
  return now;
}
