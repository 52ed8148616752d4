/**
 * The venue's time: the machine's wall clock as long as it can be trusted. A person or a time service may set the wall
 * clock; promises for a moment (a heartbeat, an expiration) must then neither be broken nor wait forever. So the
 * monotonic clock carries time on, and each reading compares it with the wall clock:
 *
 * - up to CLOCK_STEP_MAX_MS ahead, the wall clock is taken as it is;
 * - further ahead, time runs a tenth faster than the monotonic clock until both agree;
 * - behind, time runs a tenth slower until both agree.
 *
 * So time never goes back, never stops and never leaps, and a leap that is soon undone leaves almost no trace. Time
 * during which the machine slept is not a leap: the time since boot reveals it. A starting venue takes the wall clock
 * as it is, unless its journal is further ahead: then it continues from the journal's time.
 */
import { CLOCK_SLEW, CLOCK_STEP_MAX_MS } from './limits.ts';

/** Readings of the machine's clocks, in milliseconds. */
interface ClockReadings {
  /** Since 1970; may leap. */
  readonly wallMs: () => number;
  /** Since an arbitrary moment; never leaps, may pause while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Since the machine booted, sleep included. Costly to read. */
  readonly sinceBootMs: () => number;
}

/** Shortest sleep that can be told from the coarse figures of the time since boot. */
const SLEEP_MIN_MS = 500;
/** Interval at which the time since boot is read while the wall clock is ahead. */
const SLEEP_CHECK_MS = 1_000;

export class VenueClock {
  readonly #readings: ClockReadings;
  #timeMs: number;
  #monotonicMs: number;
  /** Time since boot minus the monotonic clock, at the start or at the last detected sleep. */
  #sleptMs: number;
  #sleepCheckedMs: number;
  #differenceMs = 0;

  /** `lastMs`: the time at the end of the journal; the clock begins there or later. */
  constructor(readings: ClockReadings, lastMs: number) {
    this.#readings = readings;
    const wallMs = readings.wallMs();
    this.#timeMs = Math.max(wallMs, lastMs);
    this.#differenceMs = wallMs - this.#timeMs;
    this.#monotonicMs = readings.monotonicMs();
    this.#sleptMs = readings.sinceBootMs() - this.#monotonicMs;
    this.#sleepCheckedMs = this.#monotonicMs;
  }

  /** Whole milliseconds since 1970. Never goes back. */
  now(): number {
    const { wallMs, monotonicMs } = this.#readings;
    const monotonic = monotonicMs();
    const elapsed = Math.max(0, monotonic - this.#monotonicMs);
    this.#monotonicMs = monotonic;
    const wall = wallMs();
    let steady = this.#timeMs + elapsed;
    if (wall - steady > CLOCK_STEP_MAX_MS) steady = Math.min(wall, steady + this.#sleptSince(monotonic));
    this.#timeMs = towards(wall, steady, elapsed);
    this.#differenceMs = wall - this.#timeMs;
    return Math.floor(this.#timeMs);
  }

  /** Milliseconds by which the wall clock was ahead of the venue's time (or behind, negative) at the last reading. */
  get differenceMs(): number {
    return this.#differenceMs;
  }

  /**
   * Milliseconds that the machine has slept since the last check; while the wall clock is ahead, checks at most once a
   * second.
   */
  #sleptSince(monotonic: number): number {
    if (monotonic - this.#sleepCheckedMs < SLEEP_CHECK_MS && this.#differenceMs > CLOCK_STEP_MAX_MS) return 0;
    this.#sleepCheckedMs = monotonic;
    const slept = this.#readings.sinceBootMs() - monotonic;
    const more = slept - this.#sleptMs;
    if (more < SLEEP_MIN_MS) return 0;
    this.#sleptMs = slept;
    return more;
  }
}

/** Time that `elapsed` has led to, `steady`, moved as far towards the wall clock as one reading may go. */
function towards(wall: number, steady: number, elapsed: number): number {
  const ahead = wall - steady;
  if (ahead < 0) return steady - Math.min(-ahead, elapsed * CLOCK_SLEW);
  return ahead <= CLOCK_STEP_MAX_MS ? wall : steady + elapsed * CLOCK_SLEW;
}
