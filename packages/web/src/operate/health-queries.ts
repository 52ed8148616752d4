/** Queries of the health panel, polled while it is shown. */
import type { VenueHealth } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOperator } from './operator.tsx';
import { parseSamples, type Sample } from './prometheus.ts';

const HEALTH_MS = 2_000;
const METRICS_MS = 5_000;
/** Points of the small charts: two minutes' worth. */
const POINTS_MAX = 60;

const HEALTH_KEY = ['operate', 'health'] as const;

export function useHealth() {
  const { client } = useOperator();
  return useQuery({
    queryKey: HEALTH_KEY,
    queryFn: ({ signal }) => client.admin.health({ signal }),
    refetchInterval: HEALTH_MS,
    staleTime: 0,
  });
}

export function useSamples(): readonly Sample[] {
  const { client } = useOperator();
  const { data } = useQuery({
    queryKey: ['operate', 'metrics'],
    queryFn: async ({ signal }) => parseSamples(await client.venue.metrics({ signal })),
    refetchInterval: METRICS_MS,
    staleTime: 0,
  });
  return data ?? [];
}

/** Increase of the health counters per second, newest last. */
export interface Rates {
  readonly orders: readonly number[];
  readonly entries: readonly number[];
}

const NO_RATES: Rates = { orders: [], entries: [] };

/** Returns the rates between successive health answers. */
export function useRates(health: VenueHealth | undefined): Rates {
  const before = useRef<VenueHealth | null>(null);
  const [rates, setRates] = useState(NO_RATES);
  useEffect(() => {
    if (health === undefined) return;
    const last = before.current;
    before.current = health;
    if (last === null || health.time_ms <= last.time_ms) return;
    const seconds = (health.time_ms - last.time_ms) / 1_000;
    const rate = (now: number, then: number): number => Math.max(0, now - then) / seconds;
    setRates(({ orders, entries }) => ({
      orders: [...orders, rate(health.orders_accepted, last.orders_accepted)].slice(-POINTS_MAX),
      entries: [...entries, rate(health.journal_sequence, last.journal_sequence)].slice(-POINTS_MAX),
    }));
  }, [health]);
  return rates;
}
