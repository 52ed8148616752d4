/** The time that a run signs by and waits on. */
import { setTimeout } from 'node:timers/promises';

export interface Time {
  /** Unix milliseconds. */
  now(): number;
  wait(ms: number): Promise<void>;
}

export const MACHINE_TIME: Time = { now: Date.now, wait: (ms) => setTimeout(ms) };
