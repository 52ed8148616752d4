/** Subscribers of the hot market: many that count, and one that measures, which joins last and so is sent to last. */
import type { ReaderOptions } from './messages.ts';
import { type FlowResult, LANE_PRICES, type OrderFlow } from './order-flow.ts';
import { Readers } from './readers.ts';

/** How long frames may be behind the last answer before they count as left out. */
const LATE_MS = 5_000;
const POLL_MS = 20;

export interface Watched {
  readonly ordersPerSecond: number;
  /** Messages a second that reached subscribers, all together, until the last answer. */
  readonly delivered: number;
  /** The one that measures got every frame. */
  readonly isComplete: boolean;
  /** Milliseconds from when an order was due, and from when its answer had been read, until its frame had been read. */
  readonly afterDueMs: readonly number[];
  readonly afterAnswerMs: readonly number[];
}

export class Audience {
  readonly #crowd: Readers | null;
  readonly #probe: Readers;

  private constructor(crowd: Readers | null, probe: Readers) {
    this.#crowd = crowd;
    this.#probe = probe;
  }

  static async gather(port: number, tokens: readonly string[], size: number): Promise<Audience> {
    const options = readerOptions(port, tokens);
    const crowd = size > 1 ? await Readers.start({ ...options, kind: 'count', connections: size - 1 }) : null;
    return new Audience(crowd, await Readers.start({ ...options, kind: 'probe', connections: 1 }));
  }

  /** Clients that subscribe and never read. */
  static gatherSilent(port: number, tokens: readonly string[], size: number): Promise<Readers> {
    return Readers.start({ ...readerOptions(port, tokens), kind: 'silent', connections: size });
  }

  /** Lets orders come and looks at what arrives. */
  async watch(flow: OrderFlow, perSecond: number | null, seconds: number): Promise<Watched> {
    await this.#probe.arrivals();
    const before = await this.#total();
    const result = await flow.run(perSecond, seconds);
    const after = await this.#total();
    const { arrivals, isComplete } = await this.#arrivals(result);
    const orders = result.lanes.flatMap((lane, index) =>
      isComplete ? lane.map((order, own) => ({ ...order, arrivedMs: arrivals[index]?.[own] ?? Number.NaN })) : [],
    );
    return {
      ordersPerSecond: result.orders / result.seconds,
      delivered: ((after.frames - before.frames) * 1_000) / (after.atMs - before.atMs),
      isComplete,
      afterDueMs: orders.map(({ dueMs, arrivedMs }) => arrivedMs - dueMs),
      afterAnswerMs: orders.map(({ acknowledgedMs, arrivedMs }) => arrivedMs - acknowledgedMs),
    };
  }

  /** Frames that the venue sent lately. */
  recorded(): Promise<readonly string[]> {
    return this.#probe.record();
  }

  async leave(): Promise<void> {
    await this.#probe.stop();
    await this.#crowd?.stop();
  }

  async #total(): Promise<{ readonly frames: number; readonly atMs: number }> {
    const [probe, crowd] = await Promise.all([this.#probe.frames(), this.#crowd?.frames()]);
    return { frames: probe.frames + (crowd?.frames ?? 0), atMs: crowd?.atMs ?? probe.atMs };
  }

  /** Waits for what is still on its way. */
  async #arrivals({ lanes }: FlowResult): Promise<{ arrivals: number[][]; isComplete: boolean }> {
    const arrivals = LANE_PRICES.map((): number[] => []);
    const deadline = performance.now() + LATE_MS;
    for (;;) {
      const news = await this.#probe.arrivals();
      for (const [lane, times] of news.arrivals.entries()) arrivals[lane]?.push(...times);
      const isComplete = lanes.slice(0, LANE_PRICES.length).every((lane, at) => arrivals[at]?.length === lane.length);
      if (isComplete || performance.now() > deadline) return { arrivals, isComplete };
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

function readerOptions(port: number, tokens: readonly string[]): Omit<ReaderOptions, 'kind' | 'connections'> {
  const subscription = JSON.stringify({ type: 'market', assets_ids: tokens });
  return { port, subscription, lanes: LANE_PRICES };
}
