/** What bounds clients: request caps, and signatures that are good for one use. */
import { type CapTable, capTable } from '@bellwether/contract';
import { openUsedUntil } from '../adapters/data-folder/used-until.ts';
import { USED_PER_WALLET_MAX } from '../auth/limits.ts';
import { type UsedElsewhere, UsedSignatures, type UsedSignaturesOptions } from '../auth/used-signatures.ts';
import type { Config } from '../config.ts';
import type { AppDependencies, FaultLog } from '../http/dependencies.ts';
import { Limiter } from '../limits/limiter.ts';
import type { LimiterOptions } from '../limits/limiter-options.ts';
import type { Replicas } from '../ports/replicas.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Opened } from './opened.ts';
import type { Peers } from './peers.ts';

/** One for requests, unless caps are off, and one for wrong admin tokens; those of all `replicas` count together. */
export function createLimiters(
  { limits }: Config,
  runtime: Runtime,
  replicas: Replicas,
): Pick<AppDependencies, 'limiter' | 'guesses'> {
  return {
    limiter: limits === null ? null : createLimiter(limits, runtime, { among: replicas, topic: 'caps' }),
    guesses: createLimiter(limits ?? capTable(), runtime, { among: replicas, topic: 'guesses' }),
  };
}

function createLimiter(
  caps: CapTable,
  { clock, timers, random }: Runtime,
  replicas: NonNullable<LimiterOptions['replicas']>,
): Limiter {
  return new Limiter({
    replicas,
    caps,
    clock: () => clock.monotonicMs(),
    schedule: (delayMs, callback) => timers.after(Math.max(1, Math.ceil(delayMs)), callback),
    random,
  });
}

function usedElsewhere({ link, replicas }: Peers, topic: 'requests' | 'signIns'): UsedElsewhere {
  const ask: UsedElsewhere['ask'] = (gateway, timestamp, id) =>
    link.ask(gateway, 'firstAnswer', { isSignIn: topic === 'signIns', timestamp, id }).catch(() => null);
  return { among: replicas, topic, gateway: link.gateway, ask };
}

/** What signatures were used for, and up to when before this start. */
export function openUsedSignatures(
  { dataDir, profile, toleranceSeconds }: Config,
  { clock }: Runtime,
  logger: FaultLog,
  opened: Opened,
  peers: Peers,
): Pick<AppDependencies, 'usedRequests' | 'usedSignIns'> {
  const nowSeconds = Math.floor(clock.wallMs() / 1000);
  const mostSeconds = nowSeconds + Math.max(toleranceSeconds.past, toleranceSeconds.future);
  const usedUntil = openUsedUntil(dataDir, { nowSeconds, mostSeconds }, (error) =>
    logger.error({ err: error }, 'what signatures were used for may not outlive a restart'),
  );
  opened.add('used signatures', async () => usedUntil.close());
  const optionsOf = (of: 'requests' | 'signIns'): UsedSignaturesOptions => ({
    clock: () => clock.wallMs(),
    pastSeconds: toleranceSeconds.past,
    futureSeconds: toleranceSeconds.future,
    usedUntil,
    replicas: usedElsewhere(peers, of),
  });
  const used = {
    usedRequests: new UsedSignatures(optionsOf('requests')),
    usedSignIns:
      profile === 'polymarket'
        ? null
        : new UsedSignatures({ ...optionsOf('signIns'), perOwnerMax: USED_PER_WALLET_MAX }),
  };
  peers.link.handle(
    'firstAnswer',
    ({ isSignIn, timestamp, id }) =>
      (isSignIn ? used.usedSignIns : used.usedRequests)?.firstAnswer(timestamp, id) ?? Promise.resolve(null),
  );
  return used;
}
