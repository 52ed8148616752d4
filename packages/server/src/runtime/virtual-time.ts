/**
 * A time that stands still until it is moved: by an amount, to a moment, or at a multiple of the machine's own. It moves
 * from one moment at which something is due to the next, and everyone sees each of them: nothing is due late, however far
 * it is moved. Between two of them it does not pass, so what is asked at one moment is answered as of that moment.
 */
import type { Clock, Runtime, Timers } from '../ports/runtime.ts';
import { turn } from '../ports/runtime.ts';
import { TimerHeap } from './timer-heap.ts';

/** A part that has something due by itself, beside the timers. */
export interface DuePart {
  /** When next, in Unix milliseconds; null: nothing is. */
  nextMs(): number | null;
  /** Does what is due now. */
  run(): Promise<void>;
}

/** How often a time that runs is brought up to where it should be. */
const STEP_MS = 10;
/** Moments after which whoever else is in the thread gets a turn. */
const MOMENTS_PER_TURN = 64;

export class VirtualTime {
  readonly #machine: Pick<Runtime, 'clock' | 'timers'>;
  readonly #heap = new TimerHeap();
  readonly #parts = new Set<DuePart>();
  readonly #startMs: number;
  #nowMs: number;
  #speed = 0;
  /** Where it is known to have been, and when by the machine's clock: it runs on from there. */
  #since = { nowMs: 0, machineMs: 0 };
  #moves: Promise<void> = Promise.resolve();
  #isStepping = false;
  #stopStepping: (() => void) | null = null;
  #isClosed = false;
  readonly clock: Clock;
  readonly timers: Timers;

  constructor(machine: Pick<Runtime, 'clock' | 'timers'>, startMs: number) {
    this.#machine = machine;
    this.#startMs = startMs;
    this.#nowMs = startMs;
    const since = (): number => this.#nowMs - this.#startMs;
    this.clock = { wallMs: () => this.#nowMs, monotonicMs: since, sinceBootMs: since };
    this.timers = {
      after: (delayMs, callback) => this.#heap.add(this.#nowMs + Math.max(0, Math.ceil(delayMs)), callback),
      every: (intervalMs, callback) => this.#every(Math.max(1, Math.ceil(intervalMs)), callback),
      soon: (callback) => machine.timers.soon(callback),
    };
  }

  /** Unix milliseconds. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Of the machine's time; 0: it stands still. */
  get speed(): number {
    return this.#speed;
  }

  /** From now on what is due there is done when its time has come. Returns what ends that. */
  follow(part: DuePart): () => void {
    this.#parts.add(part);
    return () => void this.#parts.delete(part);
  }

  /** Moves to a moment; resolves when all that was due on the way is done. One that has passed is no move. */
  async advanceTo(atMs: number): Promise<void> {
    await this.#moveTo(atMs);
    this.#runFromHere();
  }

  /** Lets it run, or stand still with 0. */
  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#runFromHere();
    this.#stopStepping?.();
    this.#stopStepping = speed === 0 ? null : this.#machine.timers.every(STEP_MS, () => this.#step());
  }

  /** It stands still from now on, in the middle of a move too. */
  close(): void {
    this.#isClosed = true;
    this.setSpeed(0);
  }

  /** One move at a time. */
  #moveTo(atMs: number): Promise<void> {
    const moved = this.#moves.then(() => this.#move(atMs));
    this.#moves = moved.catch(() => undefined);
    return moved;
  }

  async #move(untilMs: number): Promise<void> {
    for (let moments = 1; !this.#isClosed; moments++) {
      const next = this.#nextMs();
      if (next === null || next > untilMs) break;
      this.#nowMs = Math.max(this.#nowMs, next);
      await this.#runDue();
      if (moments % MOMENTS_PER_TURN === 0) await turn(this.#machine.timers);
    }
    if (!this.#isClosed) this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  async #runDue(): Promise<void> {
    for (const part of this.#parts) {
      const next = part.nextMs();
      if (next !== null && next <= this.#nowMs) await part.run();
    }
    for (let callback = this.#heap.take(this.#nowMs); callback !== null; callback = this.#heap.take(this.#nowMs)) {
      callback();
      // What it asks of others is asked in the order of the timers.
      await turn(this.#machine.timers);
    }
  }

  #nextMs(): number | null {
    let next = this.#heap.nextMs();
    for (const part of this.#parts) {
      const due = part.nextMs();
      if (due !== null && (next === null || due < next)) next = due;
    }
    return next;
  }

  #step(): void {
    if (this.#isStepping) return;
    this.#isStepping = true;
    const { nowMs, machineMs } = this.#since;
    const target = Math.floor(nowMs + (this.#machine.clock.monotonicMs() - machineMs) * this.#speed);
    void this.#moveTo(target).finally(() => {
      this.#isStepping = false;
    });
  }

  #runFromHere(): void {
    this.#since = { nowMs: this.#nowMs, machineMs: this.#machine.clock.monotonicMs() };
  }

  #every(intervalMs: number, callback: () => void): () => void {
    let cancel: () => void = () => undefined;
    const again = (): void => {
      cancel = this.#heap.add(this.#nowMs + intervalMs, () => {
        again();
        callback();
      });
    };
    again();
    return () => cancel();
  }
}
