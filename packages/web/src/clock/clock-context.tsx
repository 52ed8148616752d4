/**
 * What time it is, for every component below: the venue's time. The device's clock may be wrong, and everything that ends,
 * counts down or is told as so long ago does so by the venue's.
 */
import type { VenueClock } from '@bellwether/sdk';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Pace } from './pace.ts';

interface Clocks {
  readonly clock: VenueClock;
  /** What the clock goes by between two answers. */
  readonly pace: Pace;
}

const ClockContext = createContext<Clocks | null>(null);

/** The two must stay the same. */
export function ClockProvider({ children, ...clocks }: Clocks & { readonly children: ReactNode }) {
  const [value] = useState<Clocks>(clocks);
  return <ClockContext value={value}>{children}</ClockContext>;
}

function useClocks(): Clocks {
  const clocks = use(ClockContext);
  if (clocks === null) throw new Error('useClock needs a ClockProvider above');
  return clocks;
}

/** The clock itself, for what asks it when something happens. */
export function useClock(): VenueClock {
  return useClocks().clock;
}

/** How fast the venue's time goes, for who learns it. */
export function usePace(): Pace {
  return useClocks().pace;
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
