/** Metrics of the venue, counted as entries are published. */
import { MICROS_PER_UNIT } from '@bellwether/engine';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import type { SignaturePool } from '@bellwether/gateway/adapters/signature-pool/pool.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
import type { Metrics } from '@bellwether/ports/metrics.ts';
import type { ObservableView } from '@bellwether/ports/venue-view.ts';
import { countJournaled } from '../ops/journaled-bytes.ts';
import { createMetrics, type VenueSources } from '../ops/metrics.ts';
import { OpenMarkets } from '../ops/open-markets.ts';
import type { ThreadHeaps } from '../ops/thread-heaps.ts';

/** Figures that the gateway does not count itself. */
export interface Measured {
  readonly figures: Pick<
    VenueSources,
    'sequence' | 'projectedSequence' | 'clockDifferenceSeconds' | 'readStore' | 'storage'
  >;
  /** Memory of the venue's threads; not shown by default. */
  readonly heaps?: Pick<ThreadHeaps, 'read'>;
  /** Milliseconds of the clock by which a text of metrics ages; the runtime's by default. */
  readonly clock?: () => number;
}

export interface MeasuredParts extends Pick<AppDependencies, 'limiter' | 'runtime'> {
  readonly exchange: ObservableView & Pick<ExchangeHandle, 'latencies' | 'malformed' | 'pending'>;
  readonly signatures: Pick<SignaturePool, 'pendingChecks'>;
  readonly standing: AppDependencies['standing'];
}

export function createVenueMetrics(
  { figures, heaps, clock }: Measured,
  { exchange, limiter, runtime, signatures, standing }: MeasuredParts,
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
      debts: () => exchange.state.totals.debts / MICROS_PER_UNIT,
      ...(standing !== undefined && { node: { ...runtime.clock, standing } }),
    },
    clock ?? (() => runtime.clock.monotonicMs()),
    async () => heaps?.read() ?? [],
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
