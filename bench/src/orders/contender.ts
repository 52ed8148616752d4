/** A venue that orders are sent to: this version's, or one of another checkout. */
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { type LoadOptions, type LoadResult, queueOf, runLoad } from '../shared/http-load.ts';
import { orderRequests, type SignedBody, signOrders } from '../shared/signed-orders.ts';
import { mapTimes, readThreadTimes, type ThreadTimes, tellsThreadTimes } from '../shared/thread-times.ts';
import { openTradingFloor, type TradingFloor } from '../shared/trading-floor.ts';
import { startVenue, type VenueProcess } from '../shared/venue-process.ts';

const CATCH_UP_MS_MAX = 60_000;
const LOOK_EVERY_MS = 50;

export const CONNECTIONS = 128;

export interface Round {
  readonly load: LoadResult;
  /** CPU microseconds per order; null where the operating system does not tell. */
  readonly cost: ThreadTimes | null;
  /** CPU microseconds that this process took per order to send it and read its answer. */
  readonly generatorUs: number;
}

/** How many connections requests go over, or which. */
export type Lines = Pick<LoadOptions, 'sockets'> & Partial<Pick<LoadOptions, 'connections'>>;

/** Sends every request once, and waits for what follows from them. All must be answered 200. */
export async function costly(
  { port, pid }: { readonly port: number; readonly pid: number },
  requests: readonly Buffer[],
  settled: () => Promise<void>,
  lines: Lines = {},
): Promise<Round> {
  const before = tellsThreadTimes() ? readThreadTimes(pid) : null;
  const own = process.cpuUsage();
  const load = await runLoad({
    port,
    connections: CONNECTIONS,
    next: queueOf(requests),
    secondsMax: 50,
    ...lines,
  });
  if (load.statuses.get(200) !== load.requests) {
    throw new Error(`not every answer was 200: ${JSON.stringify([...load.statuses])}`);
  }
  const { user, system } = process.cpuUsage(own);
  const generatorUs = (user + system) / load.requests;
  await settled();
  if (before === null) return { load, cost: null, generatorUs };
  const after = readThreadTimes(pid);
  const cost = mapTimes((kind) => (Math.max(0, after[kind] - before[kind]) * 1000) / load.requests);
  return { load, cost, generatorUs };
}

export class Contender {
  readonly #venue: VenueProcess;
  readonly #floor: TradingFloor;

  private constructor(venue: VenueProcess, floor: TradingFloor) {
    this.#venue = venue;
    this.#floor = floor;
  }

  /** `project`: root of another checkout with its packages installed; `settings` beside those of the benchmark. */
  static async open(
    markets: number,
    traders: number,
    project?: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Contender> {
    const dataDir = createDataDir();
    const venue = await startVenue(dataDir, { BELLWETHER_LIMITS: 'off', ...settings }, project).catch(
      (error: unknown) => {
        removeDataDir(dataDir);
        throw error;
      },
    );
    return new Contender(venue, await openTradingFloor(venue, markets, traders));
  }

  /** Orders that no venue has seen; what is said with the same seed is the same. */
  sign(count: number, seed: number): SignedBody[] {
    return signOrders(this.#floor, count, seed);
  }

  get at(): Pick<VenueProcess, 'port' | 'pid'> {
    return this.#venue;
  }

  run(bodies: readonly SignedBody[], lines: Lines = {}): Promise<Round> {
    return costly(this.#venue, orderRequests(bodies), () => this.#projected(), lines);
  }

  /** A read of one book. */
  get bookRequest(): Buffer {
    const path = `/book?token_id=${this.#floor.tokens[0]?.[0] ?? ''}`;
    return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  }

  /** Reads one book again and again. */
  readBook(times: number, lines: Lines = {}): Promise<Round> {
    return costly(this.#venue, new Array<Buffer>(times).fill(this.bookRequest), async () => undefined, lines);
  }

  async batchSizes(): Promise<string> {
    const cumulative = [
      ...(await this.#metrics()).matchAll(/bellwether_batch_entries_bucket\{le="([^"]+)"\} ([0-9]+)/g),
    ];
    let before = 0;
    const parts = cumulative.map(([, bound, value]) => {
      const inBucket = Number(value) - before;
      before = Number(value);
      return `<=${bound}: ${inBucket}`;
    });
    return parts.join('  ');
  }

  async close(): Promise<void> {
    await this.#venue.stop();
    removeDataDir(this.#venue.dataDir);
  }

  /** Until every row of every acknowledged order is written: the projector's work is part of what an order costs. */
  async #projected(): Promise<void> {
    const until = performance.now() + CATCH_UP_MS_MAX;
    const figure = (text: string, name: string): number =>
      Number(new RegExp(`^${name} ([0-9]+)`, 'm').exec(text)?.[1] ?? Number.NaN);
    for (;;) {
      const text = await this.#metrics();
      if (figure(text, 'bellwether_projected_sequence') >= figure(text, 'bellwether_sequence')) return;
      if (performance.now() > until) throw new Error('the projector has not caught up');
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async #metrics(): Promise<string> {
    return await (await fetch(`${this.#venue.url}/metrics`)).text();
  }
}
