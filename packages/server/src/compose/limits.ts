/** What bounds clients: request caps, and signatures that are good for one use. */
import { type CapTable, capTable } from '@bellwether/contract';
import { openUsedUntil } from '../adapters/data-folder/used-until.ts';
import { USED_PER_WALLET_MAX } from '../auth/limits.ts';
import { UsedSignatures, type UsedSignaturesOptions } from '../auth/used-signatures.ts';
import type { Config } from '../config.ts';
import type { AppDependencies, FaultLog } from '../http/dependencies.ts';
import { Limiter } from '../limits/limiter.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Opened } from './opened.ts';

/** One for requests, unless caps are off, and one for wrong admin tokens. */
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

/** What signatures were used for, and up to when before this start. */
export function openUsedSignatures(
  { dataDir, profile, toleranceSeconds }: Config,
  { clock }: Runtime,
  logger: FaultLog,
  opened: Opened,
): Pick<AppDependencies, 'usedRequests' | 'usedSignIns'> {
  const nowSeconds = Math.floor(clock.wallMs() / 1000);
  const mostSeconds = nowSeconds + Math.max(toleranceSeconds.past, toleranceSeconds.future);
  const usedUntil = openUsedUntil(dataDir, { nowSeconds, mostSeconds }, (error) =>
    logger.error({ err: error }, 'what signatures were used for may not outlive a restart'),
  );
  opened.add('used signatures', async () => usedUntil.close());
  const options: UsedSignaturesOptions = {
    clock: () => clock.wallMs(),
    pastSeconds: toleranceSeconds.past,
    futureSeconds: toleranceSeconds.future,
    usedUntil,
  };
  return {
    usedRequests: new UsedSignatures(options),
    usedSignIns: profile === 'polymarket' ? null : new UsedSignatures({ ...options, perOwnerMax: USED_PER_WALLET_MAX }),
  };
}
