/** When trading ends by the clock, in words and as a state that changes by itself. The venue's word counts for more. */
import { useEffect, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { formatMoment, parseTime } from '../format/time.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What a closing time comes to at `nowMs`. Pure. */
export interface TradingEnd {
  readonly hasEnded: boolean;
  /** `Trading ends Jun 1, 2027, 12:00 PM UTC (in 3 h 5 min)`; empty where there is no closing time. */
  readonly text: string;
}

/** `closeTime` as the venue writes it: ISO 8601, '' for none. */
export function tradingEnd(closeTime: string, nowMs: number): TradingEnd {
  const endMs = parseTime(closeTime);
  if (endMs === null) return { hasEnded: false, text: '' };
  const left = endMs - nowMs;
  if (left <= 0) return { hasEnded: true, text: `Trading ended ${formatMoment(closeTime)}` };
  const countdown = left < DAY_MS ? ` (in ${countdownText(left)})` : '';
  return { hasEnded: false, text: `Trading ends ${formatMoment(closeTime)}${countdown}` };
}

/** `3 h 5 min`, `5 min 20 s`, `20 s`: two units, rounded up, so that it never says 0 s. */
export function countdownText(leftMs: number): string {
  if (leftMs >= HOUR_MS) {
    const minutes = Math.ceil(leftMs / MINUTE_MS);
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The same, kept going: every second of its last day, every minute before. */
export function useTradingEnd(closeTime: string): TradingEnd {
  const clock = useClock();
  const [nowMs, setNowMs] = useState(() => clock.now());
  const endMs = parseTime(closeTime);
  const isNear = endMs !== null && endMs - nowMs < DAY_MS + MINUTE_MS;
  const isWaiting = endMs !== null && endMs > nowMs;
  useEffect(() => {
    // A time that was set or moved is compared with the clock at once.
    if (endMs === null) return;
    const renew = (): void => setNowMs(clock.now());
    renew();
    const leave = clock.watch(renew);
    const timer = isWaiting ? setInterval(renew, isNear ? SECOND_MS : MINUTE_MS) : undefined;
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [clock, endMs, isWaiting, isNear]);
  return tradingEnd(closeTime, nowMs);
}
