/** Price points received since the histories were loaded. */
import type { HistoryPoint } from '@bellwether/contract';
import type { VenueClock } from '@bellwether/sdk';
import { useEffect, useMemo, useState } from 'react';
import { useClock } from '../clock/clock-context.tsx';
import { useLive } from '../live/live-context.tsx';
import { displayedPrice, NO_QUOTE } from '../live/quotes.ts';
import { type AlignedSeries, alignSeries, clipHistory, extendHistory, type LinePoint } from './series.ts';

/** Minimum interval between updates of the lines, and the interval when no price changes. */
const GROW_MS = 500;
const TICK_MS = 5_000;
/** Points of one line within this interval are merged. */
const SAME_SECONDS = 1;
/** Maximum number of live points per line; the oldest are dropped. */
const LIVE_POINTS_MAX = 5_000;

/** Returns the histories with their live points, aligned for the chart. `histories` are in the order of `tokenIds`. */
export function useLiveSeries(
  tokenIds: readonly string[],
  histories: readonly (readonly HistoryPoint[])[],
  sinceSeconds: number | null,
): AlignedSeries {
  const { markets } = useLive();
  const clock = useClock();
  const [live, setLive] = useState<LivePoints>(new Map());
  const [now, setNow] = useState(() => secondOf(clock));
  const key = tokenIds.join(',');

  useEffect(() => {
    const ids = key === '' ? [] : key.split(',');
    setLive(new Map());
    const changed = new Set<string>();
    const stops = ids.map((tokenId) => markets.watch(tokenId, () => void changed.add(tokenId)));
    let grownMs = performance.now();
    const timer = setInterval(() => {
      if (changed.size === 0 && performance.now() - grownMs < TICK_MS) return;
      grownMs = performance.now();
      setNow(secondOf(clock));
      if (changed.size === 0) return;
      const prices = [...changed].map(
        (tokenId) => [tokenId, displayedPrice(markets.quote(tokenId) ?? NO_QUOTE)] as const,
      );
      changed.clear();
      const second = secondOf(clock);
      setLive((before) => withPrices(before, prices, second));
    }, GROW_MS);
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [markets, clock, key]);

  return useMemo(() => {
    const ids = key === '' ? [] : key.split(',');
    const start = sinceSeconds === null ? 0 : now - sinceSeconds;
    return alignSeries(
      ids.map((tokenId, index) =>
        clipHistory(extendHistory(histories[index] ?? [], live.get(tokenId) ?? [], now), start),
      ),
    );
  }, [key, histories, live, now, sinceSeconds]);
}

const secondOf = (clock: VenueClock): number => Math.floor(clock.now() / 1_000);

type LivePoints = ReadonlyMap<string, readonly LinePoint[]>;

function withPrices(
  before: LivePoints,
  prices: readonly (readonly [string, string | null])[],
  second: number,
): LivePoints {
  const after = new Map(before);
  for (const [tokenId, price] of prices) {
    after.set(tokenId, withPoint(after.get(tokenId) ?? [], price === null ? null : Number(price), second));
  }
  return after;
}

function withPoint(points: readonly LinePoint[], p: number | null, t: number): readonly LinePoint[] {
  const last = points.at(-1);
  if (last?.p === p) return points;
  if (last !== undefined && t - last.t < SAME_SECONDS) return [...points.slice(0, -1), { t, p }];
  return [...points.slice(-LIVE_POINTS_MAX), { t, p }];
}
