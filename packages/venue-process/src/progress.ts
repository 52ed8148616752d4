/**
 * Waits that detect a hang, even on a busy machine. The time limit restarts with each sign of life: output, work or a
 * changed state. A wait that fails reports the last state.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { workSteps } from './work.ts';

const QUIET_MS = 120_000;
const CHECK_MS = 1_000;
const LOOK_MS_MAX = 50;

/** A program that is watched for signs of life. */
export interface Watched {
  /** Changes with every sign of life. */
  readonly signs: string;
  /** Describes the program in the error message of a wait that failed. */
  readonly state: string;
}

/** All running programs: a wait may depend on any one. */
export const watched = new Set<Watched>();

export const statesOf = (all: Iterable<Watched>): string => [...all].map(({ state }) => state).join('\n');

/** Resolves as `work` does; rejects if there is no sign of life for too long. `told`: the state of the wait itself. */
export async function whileAlive<T>(
  work: Promise<T>,
  all: Iterable<Watched> = watched,
  told: () => string = () => '',
): Promise<T> {
  const { promise: quiet, reject } = Promise.withResolvers<never>();
  let last = '';
  let lastMs = performance.now();
  const timer = setInterval(() => {
    // The caller may wait for threads of this process.
    const signs = [told(), workSteps(process.pid), ...[...all].map((each) => each.signs)].join('\n');
    const nowMs = performance.now();
    if (signs !== last) [last, lastMs] = [signs, nowMs];
    else if (nowMs - lastMs > QUIET_MS) {
      reject(new Error(`no sign of life for ${QUIET_MS / 1_000} s\n${told()}\n${statesOf(all)}`));
    }
  }, CHECK_MS);
  return Promise.race([work, quiet]).finally(() => clearInterval(timer));
}

/** Calls `look` repeatedly, at first in short intervals, until it does not throw, and resolves to its result. */
export async function eventually<T>(look: () => T | Promise<T>, lookMsMax = LOOK_MS_MAX): Promise<T> {
  let state = '';
  let isOver = false;
  const tries = async (): Promise<T> => {
    for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, lookMsMax)) {
      try {
        return await look();
      } catch (error) {
        if (isOver) throw error;
        state = String(error);
      }
      await delay(waitMs);
    }
  };
  return whileAlive(tries(), watched, () => state).finally(() => {
    isOver = true;
  });
}
