/**
 * Provides the venue's time to all components below. The device's clock may be wrong, so deadlines, countdowns and
 * relative times use the venue's.
 */
import type { VenueClock } from '@bellwether/sdk';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Pace } from './pace.ts';

interface Clocks {
  readonly clock: VenueClock;
  /** Speed of the clock between two answers of the venue. */
  readonly pace: Pace;
}

const ClockContext = createContext<Clocks | null>(null);

/** Provides the clock and its pace. Both must stay the same for the provider's lifetime. */
export function ClockProvider({ children, ...clocks }: Clocks & { readonly children: ReactNode }) {
  const [value] = useState<Clocks>(clocks);
  return <ClockContext value={value}>{children}</ClockContext>;
}

function useClocks(): Clocks {
  const clocks = use(ClockContext);
  if (clocks === null) throw new Error('useClock needs a ClockProvider above');
  return clocks;
}

export function useClock(): VenueClock {
  return useClocks().clock;
}

export function usePace(): Pace {
  return useClocks().pace;
}

/** Returns Unix milliseconds. Updates every `intervalMs`, and at once when the clock is corrected. */
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
