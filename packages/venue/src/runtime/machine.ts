/** The runtime of a real process, with its clocks, its timers and the randomness of its operating system. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import type { Runtime } from '@bellwether/ports/runtime.ts';

/** Origin of `performance.now()`, which differs by thread; the underlying clock is the same. */
const SINCE = Math.max(
  ...[0, 1, 2].map(() => {
    // An interruption between the two readings makes the result too small; the largest of a few is right.
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1_000 + nanoseconds / 1e6 - performance.now();
  }),
);

export const MACHINE: Runtime = {
  clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() + SINCE, sinceBootMs: () => uptime() * 1000 },
  // Timers do not keep the process alive.
  timers: {
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs).unref();
      return () => clearTimeout(timer);
    },
    every(intervalMs, callback) {
      const timer = setInterval(callback, intervalMs).unref();
      return () => clearInterval(timer);
    },
    soon: (callback) => void setImmediate(callback),
  },
  random: { bytes: (count) => randomBytes(count), below: (bound) => randomInt(bound), uuid: () => randomUUID() },
};
