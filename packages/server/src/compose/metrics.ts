/** What the venue tells of itself, counted as entries go by. */
import type { ExchangeHandle } from '../exchange/exchange-client.ts';
import { countJournaled } from '../ops/journaled-bytes.ts';
import { createGatewayMetrics, createMetrics, type GatewaySources } from '../ops/metrics.ts';
import { OpenMarkets } from '../ops/open-markets.ts';
import type { ThreadHeaps } from '../ops/thread-heaps.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Measured } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { othersOf, type Peers } from './peers.ts';

/** Those of the venue, at its first gateway. */
export function createVenueMetrics(
  { exchange, figures }: Ledger,
  measured: Measured,
  peers: Peers,
  heaps: ThreadHeaps,
): Metrics {
  const openMarkets = new OpenMarkets(exchange.state);
  const { link } = peers;
  const metrics = createMetrics(
    {
      ...figures,
      ...sourcesOf(exchange, measured),
      openOrders: () => exchange.state.openOrders.size,
      openMarkets: () => openMarkets.count,
    },
    () => measured.runtime.clock.monotonicMs(),
    () => Promise.all(othersOf(peers).map((gateway) => link.ask(gateway, 'tally', null))),
    () => heaps.read(),
  );
  exchange.observe({
    published: (entries, state, record) => {
      openMarkets.take(entries, state);
      if (record !== null) metrics.countRecord(entries.length, record.payload.length);
    },
  });
  observeJournaled(exchange, measured);
  // For clients of another gateway, which may have been shown more.
  link.handle('metrics', () => {
    exchange.catchUp();
    return metrics.render();
  });
  link.handle('figures', () => {
    exchange.catchUp();
    return metrics.figures();
  });
  return metrics;
}

/** Those of a further gateway: what is asked there, the first one answers for all. */
export function createFurtherMetrics(exchange: ExchangeHandle, measured: Measured, { link }: Peers): Metrics {
  const metrics = createGatewayMetrics(sourcesOf(exchange, measured));
  observeJournaled(exchange, measured);
  link.handle('tally', () => metrics.tally());
  return {
    ...metrics,
    figures: () => link.ask(0, 'figures', null),
    render: () => link.ask(0, 'metrics', null),
  };
}

function sourcesOf(exchange: ExchangeHandle, { signatures, times }: Measured): GatewaySources {
  return {
    pendingCommands: () => exchange.pending,
    malformedCommands: () => exchange.malformed,
    pendingSignatures: () => signatures.pendingChecks(),
    latencies: () => times.samples,
  };
}

/** Every gateway sees every record, and so has the same sums. */
function observeJournaled(exchange: ExchangeHandle, { limiter }: Measured): void {
  if (limiter === null) return;
  exchange.observe({
    published: (entries, state, record) => {
      if (record !== null) countJournaled(limiter, state, record, entries);
    },
  });
}
