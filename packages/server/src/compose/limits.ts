/** Request limits of clients. */
import { type CapTable, capTable } from '@bellwether/contract';
import type { Config } from '../config.ts';
import type { AppDependencies } from '../http/dependencies.ts';
import { Limiter } from '../limits/limiter.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Creates the limiter for requests (null if caps are off) and the one for wrong admin tokens. */
export function createLimiters({ limits }: Config, runtime: Runtime): Pick<AppDependencies, 'limiter' | 'guesses'> {
  return {
    limiter: limits === null ? null : createLimiter(limits, runtime),
    guesses: createLimiter(limits ?? capTable(), runtime),
  };
}

function createLimiter(caps: CapTable, { clock, timers, random }: Runtime): Limiter {
  return new Limiter({
    caps,
    clock: () => clock.monotonicMs(),
    schedule: (delayMs, callback) => timers.after(Math.max(1, Math.ceil(delayMs)), callback),
    random,
  });
}
