/** Latency on one branch: its model, what is under way, and the latest orders with their times. */
import { LATEST_MS, type LatencyModel, type ReplayCertificate, type SandboxLatency } from '@bellwether/contract';
import type { FeedExtension, FramePass } from '@bellwether/gateway/http/extension.ts';
import type { VirtualTime } from '@bellwether/venue/runtime/virtual-time.ts';
import { InFlight } from './in-flight.ts';
import { Points } from './model.ts';

/** Orders whose times are remembered. */
const TRIPS_MAX = 10_000;
const MODELS_MAX = 100;
/** Bytes of frames under way to one connection; beyond that it ends, as for a client that reads too slowly. */
const FRAME_BYTES_MAX = 64 * 1024 * 1024;

/** The times of a request, Unix milliseconds, and the points they were drawn from; null: none. */
export interface Trip {
  readonly in: string | null;
  readonly ack: string | null;
  readonly sentMs: number;
  readonly arrivedMs: number;
  readonly answeredMs: number;
}

/** Latency that the operator has set, which survives rewinds; null: each scenario's own. */
export interface LatencyByHand {
  model: LatencyModel | null;
}

export class Latency {
  readonly flight: InFlight;
  readonly #time: VirtualTime;
  readonly #branch: { readonly seed: number; readonly entryMs: () => number };
  readonly #byHand: LatencyByHand;
  /** The model that is set, which may have no points. */
  #set: Points | null = null;
  readonly #models: { readonly fromMs: number; readonly model: Points['model'] }[] = [];
  readonly #trips = new Map<string, Trip & { readonly isTaken: boolean }>();

  /** `branch.entryMs`: time of the last entry, which within a batch is later than the clock's. `model`: the scenario's. */
  constructor(
    time: VirtualTime,
    branch: { readonly seed: number; readonly entryMs: () => number },
    byHand: LatencyByHand,
    model?: LatencyModel,
  ) {
    this.flight = new InFlight(time);
    this.#time = time;
    this.#branch = branch;
    this.#byHand = byHand;
    const first = byHand.model ?? model;
    if (first !== undefined) this.#begin(first);
  }

  get nowMs(): number {
    return this.#time.nowMs;
  }

  /** The points of the model; null if nothing takes time. */
  get points(): Points | null {
    return this.flight.isOver || this.#set?.isEmpty === true ? null : this.#set;
  }

  get status(): SandboxLatency {
    return this.#set?.status ?? { seed: this.#branch.seed, points: {}, drawn: {} };
  }

  /** Sets a checked model from now on; what is under way stays so. */
  setByHand(model: LatencyModel): SandboxLatency {
    this.#byHand.model = model;
    this.#begin(model);
    return this.status;
  }

  #begin(model: LatencyModel): void {
    this.#set = new Points(model, this.#branch.seed);
    const isNone = this.#models.length === 0 && this.#set.isEmpty;
    if (!isNone && this.#models.length < MODELS_MAX) this.#models.push({ fromMs: this.nowMs, model: this.#set.model });
  }

  /** Models so far, in a certificate. */
  certified(startMs: number): ReplayCertificate['latency'] {
    return this.#models.map(({ fromMs, model }) => ({ from_ms: Math.max(0, fromMs - startMs), ...model }));
  }

  /** Remembers when an order was under way: the first time, or the first after it was refused. */
  note(orderId: string, trip: Trip, isTaken: boolean): void {
    if (this.#trips.get(orderId)?.isTaken === true) return;
    this.#trips.delete(orderId);
    this.#trips.set(orderId, { ...trip, isTaken });
    const [oldest] = this.#trips.keys();
    if (oldest !== undefined && this.#trips.size > TRIPS_MAX) this.#trips.delete(oldest);
  }

  tripOf(orderId: string): Trip | null {
    return this.#trips.get(orderId) ?? null;
  }

  /** The moment `ms` from now. */
  after(ms: number, fromMs = this.nowMs): number {
    return Math.min(LATEST_MS, fromMs + ms);
  }

  /** Frames pass `first`, then take their time. */
  behind(first: FeedExtension['openFrames']): FeedExtension['openFrames'] {
    return (feed) => {
      const [pass, late] = [first(feed), this.frames(feed)];
      return (frame, write, end, isAnswer) => pass(frame, (out) => late(out, write, end, isAnswer), end, isAnswer);
    };
  }

  /**
   * Delays the frames of a connection, none of which overtakes another. An answer to its client, such as the first book,
   * takes no time: no one would see it while time stands still.
   */
  frames(feed: 'market' | 'user' | 'live'): FramePass {
    let latest: { readonly dueMs: number; readonly frames: (Buffer | string)[] } | null = null;
    let bytes = 0;
    return (frame, write, end, isAnswer) => {
      const point = this.points?.ofFrame(feed) ?? null;
      if (this.flight.isOver || (point === null && latest === null)) return write(frame);
      const nowMs = Math.max(this.nowMs, this.#branch.entryMs());
      const dueMs = Math.max(latest?.dueMs ?? 0, this.after(isAnswer ? 0 : (point?.draw() ?? 0), nowMs));
      if (latest === null && dueMs <= this.nowMs) return write(frame);
      bytes += frame.length;
      if (bytes > FRAME_BYTES_MAX) return end();
      if (latest?.dueMs === dueMs) return void latest.frames.push(frame);
      const batch = { dueMs, frames: [frame] };
      latest = batch;
      this.flight.send(dueMs, () => {
        if (latest === batch) latest = null;
        for (const due of batch.frames) {
          bytes -= due.length;
          write(due);
        }
      });
    };
  }
}
