/**
 * Waits against what hangs, on however busy a machine: the limit starts again with each sign of life, which is output, work
 * or another state. A wait in vain says what there was last.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { workSteps } from './work.ts';

const QUIET_MS = 120_000;
const CHECK_MS = 1_000;
const LOOK_MS_MAX = 50;

/** A program that works or hangs. */
export interface Watched {
  /** Changes with every sign of life. */
  readonly signs: string;
  /** For a reader who waited in vain. */
  readonly state: string;
}

/** Every program that runs now: any of them may be the one that a wait is for. */
export const watched = new Set<Watched>();

export const statesOf = (all: Iterable<Watched>): string => [...all].map(({ state }) => state).join('\n');

/** Resolves as `work` does; rejects when nothing shows a sign of life. `told`: the state of the wait itself. */
export async function whileAlive<T>(
  work: Promise<T>,
  all: Iterable<Watched> = watched,
  told: () => string = () => '',
): Promise<T> {
  const { promise: quiet, reject } = Promise.withResolvers<never>();
  let last = '';
  let lastMs = performance.now();
  const timer = setInterval(() => {
    // Threads of this process may be what is waited for.
    const signs = [told(), workSteps(process.pid), ...[...all].map((each) => each.signs)].join('\n');
    const nowMs = performance.now();
    if (signs !== last) [last, lastMs] = [signs, nowMs];
    else if (nowMs - lastMs > QUIET_MS) {
      reject(new Error(`no sign of life for ${QUIET_MS / 1_000} s\n${told()}\n${statesOf(all)}`));
    }
  }, CHECK_MS);
  return Promise.race([work, quiet]).finally(() => clearInterval(timer));
}

/** Looks again and again, soon at first, until `look` throws nothing, and resolves to its answer. */
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
