/** The venue's metrics in Prometheus format. Values that exist elsewhere are read on demand, never copied. */

import type {
  ConnectionFigures,
  FeedFigures,
  LatencyFigures,
  Metrics,
  VenueFigures,
} from '@bellwether/ports/metrics.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type NodeSources, registerNode } from './node-metrics.ts';
import type { ThreadHeap } from './thread-heaps.ts';

/** Functions that read each figure on demand. */
export type VenueSources = {
  readonly [Figure in Exclude<keyof VenueFigures, 'commandLatency' | 'standing'>]: () => VenueFigures[Figure];
} & {
  /** Latencies of recent commands in milliseconds. */
  readonly latencies: () => Float64Array;
  /** Omitted for a venue with a single node. */
  readonly node?: Omit<NodeSources, 'sequence'>;
};

type ReadHeaps = () => Promise<readonly ThreadHeap[]>;

/** Lifetime of a rendered text in milliseconds, for any number of readers. Rendering costs 3 ms. */
const RENDER_EVERY_MS = 1_000;

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** `clock`: Unix or monotonic milliseconds. */
export function createMetrics(
  sources: VenueSources,
  clock: () => number,
  readHeaps: ReadHeaps = () => Promise.resolve([]),
): Metrics {
  const registry = Registry.merge([processMetrics()]);
  const gauge = gaugesOf(registry);
  registerExchange(gauge, sources);
  registerStorage(gauge, sources);
  registerThreads(registry, readHeaps);
  const { node } = sources;
  if (node !== undefined) registerNode(registry, { ...node, sequence: sources.sequence });
  let latest = sources.latencies();
  const latency = (name: 'p50' | 'p99', value: (figures: LatencyFigures) => number | null): void =>
    gauge(
      `bellwether_command_${name}_seconds`,
      `Time from a command to its durable outcome, ${name} of the newest; 0 without any.`,
      () => (value(latencyFigures(latest)) ?? 0) / 1000,
    );
  latency('p50', ({ p50Ms }) => p50Ms);
  latency('p99', ({ p99Ms }) => p99Ms);
  let gather = (): void => undefined;

  async function renderNow(): ReturnType<Metrics['render']> {
    latest = sources.latencies();
    gather();
    return { body: await registry.metrics(), contentType: registry.contentType };
  }

  let rendered: { readonly atMs: number; readonly text: ReturnType<Metrics['render']> } | null = null;
  return {
    ...countersOf(registry),
    setGather: (work) => {
      gather = work;
    },
    setFeeds: (read) => registerFeeds(registry, read),
    setConnections: (read) => registerConnections(gauge, read),
    figures: () => ({
      sequence: sources.sequence(),
      projectedSequence: sources.projectedSequence(),
      pendingCommands: sources.pendingCommands(),
      malformedCommands: sources.malformedCommands(),
      pendingSignatures: sources.pendingSignatures(),
      openOrders: sources.openOrders(),
      openMarkets: sources.openMarkets(),
      debts: sources.debts(),
      commandLatency: latencyFigures(sources.latencies()),
      clockDifferenceSeconds: sources.clockDifferenceSeconds(),
      readStore: sources.readStore(),
      storage: sources.storage(),
      standing: sources.node?.standing() ?? null,
    }),
    render() {
      const now = clock();
      // A clock set back must not freeze the figures.
      if (rendered === null || Math.abs(now - rendered.atMs) >= RENDER_EVERY_MS) {
        rendered = { atMs: now, text: renderNow() };
      }
      return rendered.text;
    },
  };
}

/** Counters that are updated as things happen. */
function countersOf(registry: Registry): Pick<Metrics, 'countCap' | 'setCapClients' | 'countRequest' | 'countRecord'> {
  const registers = [registry];
  const batch = new Histogram({
    name: 'bellwether_batch_entries',
    help: 'Entries in one durable record (group commit).',
    buckets: BATCH_SIZES,
    registers,
  });
  const bytes = new Counter({
    name: 'bellwether_journal_bytes_total',
    help: 'Characters of journaled JSON.',
    registers,
  });
  const requests = new Counter({
    name: 'bellwether_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const caps = new Counter({
    name: 'bellwether_cap_requests_total',
    help: 'Requests over a row of the cap table: waited for room, or refused with 429.',
    labelNames: ['row', 'outcome'],
    registers,
  });
  const clients = new Gauge({
    name: 'bellwether_cap_clients',
    help: 'Clients that request caps are counted for.',
    labelNames: ['kind'],
    registers,
  });
  return {
    countCap: (row, outcome, times) => caps.inc({ row, outcome }, times),
    setCapClients: (kind, known) => clients.set({ kind }, known),
    countRequest: (method, route, status, times = 1) => requests.inc({ method, route, status }, times),
    countRecord: (entries, payloadBytes) => {
      batch.observe(entries);
      bytes.inc(payloadBytes);
    },
  };
}

const gaugesOf =
  (registry: Registry): AddGauge =>
  (name, help, value) => {
    const made: Gauge = new Gauge({ name, help, registers: [registry], collect: () => made.set(value()) });
  };

type AddGauge = (name: string, help: string, value: () => number) => void;

function registerExchange(gauge: AddGauge, sources: VenueSources): void {
  gauge('bellwether_pending_commands', 'Commands without an outcome yet.', sources.pendingCommands);
  gauge(
    'bellwether_malformed_commands',
    'Commands that the exchange could not read since the start: a fault of the venue, never of a client.',
    sources.malformedCommands,
  );
  gauge('bellwether_pending_signatures', 'Signature checks not answered yet.', sources.pendingSignatures);
  gauge('bellwether_sequence', 'Sequence of the last durable entry.', sources.sequence);
  gauge('bellwether_projected_sequence', 'Sequence up to which SQL reads show everything.', sources.projectedSequence);
  gauge('bellwether_open_orders', 'Orders resting in all books.', sources.openOrders);
  gauge('bellwether_open_markets', 'Markets that are neither closed nor resolved.', sources.openMarkets);
  gauge('bellwether_debts', 'Collateral that accounts owe since results were reversed.', sources.debts);
  gauge(
    'bellwether_clock_difference_seconds',
    "Seconds by which the machine's clock is ahead of the venue's time, negative: behind; 0 while they agree.",
    sources.clockDifferenceSeconds,
  );
}

function registerStorage(gauge: AddGauge, { readStore, storage }: VenueSources): void {
  gauge('bellwether_read_store_ready', '1: reads by SQL are answered; 0: they are refused.', () =>
    readStore() === 'ready' ? 1 : 0,
  );
  gauge('bellwether_storage_full', '1: only cancels, heartbeats and the like are taken, for want of room.', () =>
    storage().isFull ? 1 : 0,
  );
  gauge(
    'bellwether_storage_free_bytes',
    'Free bytes of the disk of the data folder; NaN where the system does not say.',
    () => storage().freeBytes ?? Number.NaN,
  );
  gauge(
    'bellwether_storage_reserve_bytes',
    'Bytes kept for cancels and heartbeats on a full disk.',
    () => storage().reserveBytes,
  );
}

const THREAD_FIGURES = { used: 'usedBytes', total: 'totalBytes', buffers: 'bufferBytes' } as const;

function registerThreads(registry: Registry, read: ReadHeaps): void {
  const gauge: Gauge = new Gauge({
    name: 'bellwether_thread_memory_bytes',
    help: 'Memory by thread: heap that is used, heap that is there, and buffers beside it.',
    labelNames: ['thread', 'kind'],
    registers: [registry],
    collect: async () => {
      for (const heap of await read())
        for (const [kind, figure] of Object.entries(THREAD_FIGURES))
          gauge.set({ thread: heap.thread, kind }, heap[figure]);
    },
  });
}

interface FeedGauge {
  readonly figure: Exclude<keyof FeedFigures, 'channel'>;
  readonly name: string;
  readonly help: string;
}

function registerConnections(gauge: AddGauge, read: () => ConnectionFigures): void {
  gauge('bellwether_connections', 'Open connections of all clients.', () => read().open);
  gauge(
    'bellwether_connections_refused',
    'Connections over a bound, not taken, since the start.',
    () => read().refused,
  );
  gauge(
    'bellwether_connections_held',
    'Times a connection was not read from until its answers had gone.',
    () => read().held,
  );
  gauge(
    'bellwether_connections_unread',
    'Connections reset since the start as no one read their answers.',
    () => read().unread,
  );
}

const FEED_GAUGES: readonly FeedGauge[] = [
  { figure: 'connections', name: 'connections', help: 'Open connections of a live feed.' },
  { figure: 'frames', name: 'frames', help: 'Frames given to the sockets of a live feed since the start.' },
  { figure: 'dropped', name: 'dropped', help: 'Frames of a live feed left out for slow readers since the start.' },
  { figure: 'closed', name: 'closed', help: 'Connections of a live feed closed by the venue since the start.' },
  { figure: 'bufferedBytes', name: 'buffered_bytes', help: 'Bytes that wait for clients of a live feed to read.' },
];

function registerFeeds(registry: Registry, read: () => readonly FeedFigures[]): void {
  for (const { figure, name, help } of FEED_GAUGES) {
    const gauge: Gauge = new Gauge({
      name: `bellwether_feed_${name}`,
      help,
      labelNames: ['channel'],
      registers: [registry],
      collect: () => {
        for (const figures of read()) gauge.set({ channel: figures.channel }, figures[figure]);
      },
    });
  }
}

let collected: Registry | null = null;

/** Node's own metrics: one registry for all venues of a process, as the library's observers run until it ends. */
function processMetrics(): Registry {
  if (collected === null) {
    collected = new Registry();
    collectDefaultMetrics({ register: collected });
  }
  return collected;
}

/** Percentiles by nearest rank. */
export function latencyFigures(latencies: Iterable<number>): LatencyFigures {
  const sorted = Float64Array.from(latencies).sort();
  const samples = sorted.length;
  const rank = (part: number): number | null =>
    samples === 0 ? null : (sorted[Math.max(0, Math.ceil(part * samples) - 1)] ?? null);
  return { samples, p50Ms: rank(0.5), p99Ms: rank(0.99), maxMs: rank(1) };
}
