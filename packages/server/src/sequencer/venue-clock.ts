/**
 * The venue's time: the machine's wall clock as long as it can be believed. The wall clock may be set, by a person or a
 * time service; what the venue promised for a moment (a heartbeat, an expiration) must neither be lost by that nor wait
 * for ever. So time is carried on by the monotonic clock and held against the wall clock at each reading:
 *
 * - within CLOCK_STEP_MAX_MS ahead, the wall clock is taken as it is;
 * - further ahead, time runs a tenth faster than the monotonic clock until both agree;
 * - behind, time runs a tenth slower until both agree.
 *
 * So time never goes back, never stops and never leaps, and a leap that is taken back soon leaves almost no trace. Time
 * that the machine slept through is no leap: it is known from the time since boot. A venue that starts takes the wall
 * clock as it is, unless its journal is further: then it goes on from there.
 */
import { CLOCK_SLEW, CLOCK_STEP_MAX_MS } from './limits.ts';

/** What the machine's clocks say, in milliseconds. */
export interface ClockReadings {
  /** Since 1970; may leap. */
  readonly wallMs: () => number;
  /** Since any moment; never leaps, may stand still while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Since the machine booted, sleep included. Costly to read. */
  readonly sinceBootMs: () => number;
}

/** Sleep shorter than this cannot be told from the coarse figures of the time since boot. */
const SLEEP_MIN_MS = 500;
/** How often the time since boot is read while the wall clock is ahead. */
const SLEEP_CHECK_MS = 1_000;

export class VenueClock {
  readonly #readings: ClockReadings;
  #timeMs: number;
  #monotonicMs: number;
  /** How much more the machine has been up than the monotonic clock has counted since it was first read. */
  #sleptMs: number;
  #sleepCheckedMs: number;
  #differenceMs = 0;

  /** `lastMs`: the time the journal ends at; the clock begins there or later. */
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

  /** How far the wall clock was ahead of the venue's time (or behind, negative) at the last reading, in milliseconds. */
  get differenceMs(): number {
    return this.#differenceMs;
  }

  /** Milliseconds the machine slept since this was last asked; at most asked once a second. */
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

/** From `steady`, which `elapsed` has led to, as far towards the wall clock as one reading may go. */
function towards(wall: number, steady: number, elapsed: number): number {
  const ahead = wall - steady;
  if (ahead < 0) return steady - Math.min(-ahead, elapsed * CLOCK_SLEW);
  return ahead <= CLOCK_STEP_MAX_MS ? wall : steady + elapsed * CLOCK_SLEW;
}
