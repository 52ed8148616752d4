/**
 * A manual clock: time moves by an amount, to a moment, or at a multiple of the machine's speed. It jumps from one due
 * moment to the next, and everyone sees each of them, so nothing runs late however far time moves. Between two due
 * moments time does not pass: a question asked at one moment is answered as of that moment.
 */

import { ExchangeUnavailable } from '@bellwether/ports/exchange.ts';
import { type Clock, type Runtime, type Timers, turn } from '@bellwether/ports/runtime.ts';
import { TimerHeap } from './timer-heap.ts';

/** A part with work due on its own schedule, besides the timers. */
export interface DuePart {
  /** Time of the next due work, in Unix milliseconds; null if there is none. */
  nextMs(): number | null;
  /**
   * Does the work due by `untilMs`, each piece at its own moment, or only the first piece. It is called again while
   * work is left.
   */
  run(untilMs: number): Promise<void>;
}

/** Interval at which a running clock catches up, in milliseconds. */
const STEP_MS = 10;
/** Steps of a move after which other work in the thread gets a turn. */
const STEPS_PER_TURN = 64;

export class VirtualTime {
  readonly #machine: Pick<Runtime, 'clock' | 'timers'>;
  readonly #heap = new TimerHeap();
  readonly #parts = new Set<DuePart>();
  readonly #startMs: number;
  #nowMs: number;
  #speed = 0;
  /** A known point of this clock and the machine's time at that point, from which it runs on. */
  #since = { nowMs: 0, machineMs: 0 };
  #moves: Promise<void> = Promise.resolve();
  #isStepping = false;
  #stopStepping: (() => void) | null = null;
  #isClosed = false;
  #interrupts = 0;
  /** Work of a timer that has to end before time goes on. */
  #holding: Promise<void> | void = undefined;
  #letGo: (() => void) | null = null;
  /** Called when the clock stops running: work that waits for it must then move time itself. */
  onStopped: (() => void) | null = null;
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

  /** Multiple of the machine's speed; 0 while time stands still. */
  get speed(): number {
    return this.#speed;
  }

  /** Starts to do the part's due work on time. Returns a function that stops this. */
  follow(part: DuePart): () => void {
    this.#parts.add(part);
    return () => void this.#parts.delete(part);
  }

  /** Does `work` at a moment, after all parts have done theirs. Time goes on when it is done, or is interrupted. */
  holdAt(atMs: number, work: () => Promise<void> | void): void {
    this.#heap.add(atMs, () => {
      this.#holding = work();
    });
  }

  /**
   * Moves to a moment; resolves when all work due on the way is done, or when interrupted. A moment in the past is a
   * no-op. Throws `ExchangeUnavailable` if the clock is closed on the way, and any error of a part.
   */
  async advanceTo(atMs: number): Promise<void> {
    await this.#moveTo(() => atMs);
    this.#runFromHere();
  }

  /** Moves by an amount, counted from the end of a move in progress. */
  async advanceBy(ms: number): Promise<void> {
    await this.#moveTo(() => this.#nowMs + ms);
    this.#runFromHere();
  }

  /** Stops the move in progress and the queued ones at the current moment. */
  interrupt(): void {
    this.#interrupts++;
    this.letGo();
  }

  /** Lets time go on although work of a timer has not ended. */
  letGo(): void {
    this.#letGo?.();
  }

  /** Sets the speed; 0 stops the clock. */
  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#runFromHere();
    this.#stopStepping?.();
    this.#stopStepping = speed === 0 ? null : this.#machine.timers.every(STEP_MS, () => this.#step());
    if (speed === 0) this.onStopped?.();
  }

  /** Stops the clock, even in the middle of a move; resolves when the current step is done. */
  async stand(): Promise<void> {
    this.setSpeed(0);
    this.interrupt();
    await this.#moves;
  }

  /** Stops the clock and drops all due work. Once this resolves, the parts can be closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#heap.clear();
    this.#parts.clear();
    await this.stand();
  }

  /** Runs moves one at a time. */
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
        // The part may continue until other work is due.
        await first.part.run(Math.min(untilMs, timerMs, others));
      } else await this.#fire(timerMs);
      if (steps % STEPS_PER_TURN === 0) await turn(this.#machine.timers);
    }
    if (goesOn()) this.#nowMs = Math.max(this.#nowMs, untilMs);
    else if (this.#isClosed && this.#nowMs < untilMs) throw new ExchangeUnavailable('time was closed on its way');
  }

  /** Fires all timers of a moment for which parts have no more due work. */
  async #fire(atMs: number): Promise<void> {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    for (let callback = this.#heap.take(atMs); callback !== null && !this.#isClosed; callback = this.#heap.take(atMs)) {
      callback();
      if (this.#holding !== undefined) await this.#hold(this.#holding);
      // Messages sent by callbacks keep the order of the timers.
      await turn(this.#machine.timers);
    }
  }

  #hold(work: Promise<void>): Promise<void> {
    this.#holding = undefined;
    return new Promise((resolve, reject) => {
      this.#letGo = resolve;
      work.then(resolve, reject);
    });
  }

  /**
   * The part with the earliest due work (of several, the one registered first), and the next due time of the others.
   */
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
      // On an error the clock stops; the next caller that advances it gets the reason.
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
