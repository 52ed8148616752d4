/** Metrics of the venue, counted as entries are published. */

import type { Metrics } from '@bellwether/ports/metrics.ts';
import { countJournaled } from '../ops/journaled-bytes.ts';
import { createMetrics } from '../ops/metrics.ts';
import { OpenMarkets } from '../ops/open-markets.ts';
import type { ThreadHeaps } from '../ops/thread-heaps.ts';
import type { Measured } from './gateway.ts';
import type { Ledger } from './ledger.ts';

export function createVenueMetrics(
  { exchange, figures }: Pick<Ledger, 'exchange' | 'figures'>,
  { limiter, runtime, signatures }: Measured,
  heaps: ThreadHeaps,
): Metrics {
  const openMarkets = new OpenMarkets(exchange.state);
  const metrics = createMetrics(
    {
      ...figures,
      pendingCommands: () => exchange.pending,
      malformedCommands: () => exchange.malformed,
      pendingSignatures: () => signatures.pendingChecks(),
      latencies: () => exchange.latencies,
      openOrders: () => exchange.state.openOrders.size,
      openMarkets: () => openMarkets.count,
    },
    () => runtime.clock.monotonicMs(),
    () => heaps.read(),
  );
  exchange.observe({
    published: (entries, state, record) => {
      openMarkets.take(entries, state);
      if (record === null) return;
      metrics.countRecord(entries.length, record.payload.length);
      if (limiter !== null) countJournaled(limiter, state, record, entries);
    },
  });
  return metrics;
}
