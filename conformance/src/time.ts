/** The clock by which a run signs and waits. */
import { setTimeout } from 'node:timers/promises';

export interface Time {
  /** Unix milliseconds. */
  now(): number;
  wait(ms: number): Promise<void>;
}

export const MACHINE_TIME: Time = { now: Date.now, wait: (ms) => setTimeout(ms) };
