/**
 * A time that stands still until it is moved: by an amount, to a moment, or at a multiple of the machine's own. It moves
 * from one moment at which something is due to the next, and everyone sees each of them: nothing is due late, however far
 * it is moved. Between two of them it does not pass, so what is asked at one moment is answered as of that moment.
 */

import { ExchangeUnavailable } from '../ports/exchange.ts';
import type { Clock, Runtime, Timers } from '../ports/runtime.ts';
import { turn } from '../ports/runtime.ts';
import { TimerHeap } from './timer-heap.ts';

/** A part that has something due by itself, beside the timers. */
export interface DuePart {
  /** When next, in Unix milliseconds; null: nothing is. */
  nextMs(): number | null;
  /** Does what is due up to a moment, each at its own, or the first of it; it is asked again while something is left. */
  run(untilMs: number): Promise<void>;
}

/** How often a time that runs is brought up to where it should be. */
const STEP_MS = 10;
/** Steps of a move after which whoever else is in the thread gets a turn. */
const STEPS_PER_TURN = 64;

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
  #interrupts = 0;
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

  /**
   * Moves to a moment; resolves when all that was due on the way is done, or where it was interrupted. One that has passed is no
   * move. Throws `ExchangeUnavailable` when it was closed on the way, and what a part throws.
   */
  async advanceTo(atMs: number): Promise<void> {
    await this.#moveTo(() => atMs);
    this.#runFromHere();
  }

  /** The same by an amount, counted from where a move that is under way ends. */
  async advanceBy(ms: number): Promise<void> {
    await this.#moveTo(() => this.#nowMs + ms);
    this.#runFromHere();
  }

  /** Ends the move that is under way, and those that wait for it, where they are. */
  interrupt(): void {
    this.#interrupts++;
  }

  /** Lets it run, or stand still with 0. */
  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#runFromHere();
    this.#stopStepping?.();
    this.#stopStepping = speed === 0 ? null : this.#machine.timers.every(STEP_MS, () => this.#step());
  }

  /** It stands still from now on, in the middle of a move too; resolves when what was being done then is done. */
  async stand(): Promise<void> {
    this.setSpeed(0);
    this.interrupt();
    await this.#moves;
  }

  /** The same, and nothing is due any more: whoever did it can be ended when this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#heap.clear();
    this.#parts.clear();
    await this.stand();
  }

  /** One move at a time. */
  #moveTo(target: () => number): Promise<void> {
    const interrupts = this.#interrupts;
    const moved = this.#moves.then(() => this.#move(target(), interrupts));
    this.#moves = moved.catch(() => undefined);
    return moved;
  }

  async #move(untilMs: number, interrupts: number): Promise<void> {
    const goesOn = (): boolean => !this.#isClosed && this.#interrupts === interrupts;
    for (let steps = 1; goesOn(); steps++) {
      const timerMs = this.#heap.nextMs() ?? Number.POSITIVE_INFINITY;
      const [first, others] = this.#dueFirst();
      if (Math.min(first?.atMs ?? Number.POSITIVE_INFINITY, timerMs) > untilMs) break;
      if (first !== null && first.atMs <= timerMs) {
        this.#nowMs = Math.max(this.#nowMs, first.atMs);
        // It may go on until someone else has something to do.
        await first.part.run(Math.min(untilMs, timerMs, others));
      } else await this.#fire(timerMs);
      if (steps % STEPS_PER_TURN === 0) await turn(this.#machine.timers);
    }
    if (goesOn()) this.#nowMs = Math.max(this.#nowMs, untilMs);
    else if (this.#isClosed && this.#nowMs < untilMs) throw new ExchangeUnavailable('time was closed on its way');
  }

  /** All timers of a moment at which parts have nothing due any more. */
  async #fire(atMs: number): Promise<void> {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    for (let callback = this.#heap.take(atMs); callback !== null && !this.#isClosed; callback = this.#heap.take(atMs)) {
      callback();
      // What it asks of others is asked in the order of the timers.
      await turn(this.#machine.timers);
    }
  }

  /** The part that has something due first, of several the one that follows longest; and when the next one has. */
  #dueFirst(): readonly [{ readonly part: DuePart; readonly atMs: number } | null, number] {
    let first: { readonly part: DuePart; readonly atMs: number } | null = null;
    let others = Number.POSITIVE_INFINITY;
    for (const part of this.#parts) {
      const atMs = part.nextMs();
      if (atMs === null) continue;
      if (first === null) first = { part, atMs };
      else if (atMs < first.atMs) {
        others = Math.min(others, first.atMs);
        first = { part, atMs };
      } else others = Math.min(others, atMs);
    }
    return [first, others];
  }

  #step(): void {
    if (this.#isStepping) return;
    this.#isStepping = true;
    const { nowMs, machineMs } = this.#since;
    const target = Math.floor(nowMs + (this.#machine.clock.monotonicMs() - machineMs) * this.#speed);
    void this.#moveTo(() => target)
      // Where it cannot go on it stands still, and whoever moves it on is told why.
      .catch(() => this.setSpeed(0))
      .finally(() => {
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
