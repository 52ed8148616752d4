/** The scheduled end of trading, as text and as live state. The venue's own status takes precedence. */
import { useEffect, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { formatMoment, parseTime } from '../format/time.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** State of a closing time at a given moment. */
interface TradingEnd {
  readonly hasEnded: boolean;
  /** `Trading ends Jun 1, 2027, 12:00 PM UTC (in 3 h 5 min)`; empty if there is no closing time. */
  readonly text: string;
}

/** Evaluates a closing time, given as ISO 8601 or '' for none. */
export function tradingEnd(closeTime: string, nowMs: number): TradingEnd {
  const endMs = parseTime(closeTime);
  if (endMs === null) return { hasEnded: false, text: '' };
  const left = endMs - nowMs;
  if (left <= 0) return { hasEnded: true, text: `Trading ended ${formatMoment(closeTime)}` };
  return { hasEnded: false, text: `Trading ends ${momentAhead(closeTime, nowMs)}` };
}

/** Formats a time to come as `Jun 1, 2027, 12:00 PM UTC (in 3 h 5 min)`, with the countdown on its last day. */
export function momentAhead(iso: string, nowMs: number): string {
  const left = (parseTime(iso) ?? nowMs) - nowMs;
  const countdown = left > 0 && left < DAY_MS ? ` (in ${countdownText(left)})` : '';
  return `${formatMoment(iso)}${countdown}`;
}

/** Formats as `3 h 5 min`, `5 min 20 s` or `20 s`: at most two units, rounded up, so that it never shows 0 s. */
export function countdownText(leftMs: number): string {
  if (leftMs >= HOUR_MS) {
    const minutes = Math.ceil(leftMs / MINUTE_MS);
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function useTradingEnd(closeTime: string): TradingEnd {
  return tradingEnd(closeTime, useNowUntil(closeTime));
}

/** Returns the venue's time, in Unix milliseconds: each minute until `iso`, each second on the last day. */
export function useNowUntil(iso: string): number {
  const clock = useClock();
  const [nowMs, setNowMs] = useState(() => clock.now());
  const endMs = parseTime(iso);
  const isNear = endMs !== null && endMs - nowMs < DAY_MS + MINUTE_MS;
  const isWaiting = endMs !== null && endMs > nowMs;
  useEffect(() => {
    // Compare a new time with the clock at once.
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
  return nowMs;
}
