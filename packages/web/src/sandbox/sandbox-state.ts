/** What everyone may know of the sandbox: its time, how fast that goes, and on which branch clients trade. */
import { VenueClock } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePace } from '../clock/clock-context.tsx';
import { KEYS } from '../venue/keys.ts';
import { useClient } from '../venue/venue-context.tsx';

/** Anyone with the token may move it at any moment. */
const RENEW_MS = 1_000;
/** Where time runs, it is shown again this often. */
const TICK_MS = 250;

export const SANDBOX_STATE = [...KEYS.venue, 'sandbox'] as const;

export interface SandboxState {
  readonly branch: string;
  /** Of the device's time; 0: it stands still. */
  readonly speed: number;
  /** Unix milliseconds, kept going. */
  readonly nowMs: number;
}

/** null until it is known. */
export function useSandboxState(): SandboxState | null {
  const client = useClient();
  const pace = usePace();
  // A clock of its own: what a fault does to the dates of answers is for the page to feel, and not for who says the time.
  const [clock] = useState(() => new VenueClock(pace.now));
  const { data } = useQuery({
    queryKey: SANDBOX_STATE,
    queryFn: async ({ signal }) => {
      const sentMs = clock.local();
      const { sandbox, time } = await client.venue.get({ signal });
      clock.observe(time, sentMs, clock.local());
      return sandbox ?? null;
    },
    staleTime: 0,
    refetchInterval: RENEW_MS,
  });
  const speed = data?.speed;
  useEffect(() => {
    if (speed !== undefined) pace.run(speed);
  }, [pace, speed]);
  const nowMs = useShown(clock, speed !== 0);
  return data == null ? null : { ...data, nowMs };
}

/** The clock's time, shown again while it runs and whenever it is moved. */
function useShown(clock: VenueClock, isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    const show = (): void => setNowMs(clock.now());
    const timer = isRunning ? setInterval(show, TICK_MS) : undefined;
    const leave = clock.watch(show);
    show();
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [clock, isRunning]);
  return nowMs;
}
