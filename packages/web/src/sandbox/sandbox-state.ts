/** Public state of the sandbox: its time, its speed, and the branch that clients trade on. */
import { VenueClock } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePace } from '../clock/clock-context.tsx';
import { KEYS } from '../venue/keys.ts';
import { useClient } from '../venue/venue-context.tsx';

/** Polling interval; anyone with the token may change the state at any time. */
const RENEW_MS = 1_000;
/** Update interval of the displayed time while it runs. */
const TICK_MS = 250;

export const SANDBOX_STATE = [...KEYS.venue, 'sandbox'] as const;

export interface SandboxState {
  readonly branch: string;
  /** Multiple of the device's speed; 0 while time stands still. */
  readonly speed: number;
  /** Unix milliseconds, updated continuously. */
  readonly nowMs: number;
}

export function useSandboxState(): SandboxState | null {
  const client = useClient();
  const pace = usePace();
  // A separate clock: faults may falsify the dates of answers, which should affect the page but not the displayed time.
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
