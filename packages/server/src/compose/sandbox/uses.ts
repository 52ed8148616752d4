/**
 * Used signatures of a sandbox, whose requests are signed by its own clock or by the machine's. Those by the machine's are good
 * for one use, as everywhere. The sandbox's own clock may stand still: the same request, meant once more, has the same
 * signature then, and is done once more. Orders are known by their ids all the same.
 */
import { type OpenUse, UsedSignatures, type Uses } from '../../auth/used-signatures.ts';
import type { Config } from '../../config.ts';
import type { AppDependencies } from '../../http/dependencies.ts';

const NOT_KEPT: OpenUse = { answered: () => undefined, forgotten: () => undefined };

/** The machine's clock in Unix milliseconds. */
export function sandboxUses(
  { profile, toleranceSeconds }: Pick<Config, 'profile' | 'toleranceSeconds'>,
  machineClock: () => number,
): Pick<AppDependencies, 'usedRequests' | 'usedSignIns'> {
  const { past, future } = toleranceSeconds;
  const create = (): Uses => {
    const usedUntil = { atStart: 0, raise: () => undefined };
    const used = new UsedSignatures({ pastSeconds: past, futureSeconds: future, usedUntil, clock: machineClock });
    return {
      use(signature, isNewEachTime) {
        const behind = Math.floor(machineClock() / 1000) - signature.timestamp;
        const isOfMachine = behind <= past && -behind <= future;
        return isOfMachine ? used.use(signature, isNewEachTime) : { kind: 'first', use: NOT_KEPT };
      },
    };
  };
  return { usedRequests: create(), usedSignIns: profile === 'polymarket' ? null : create() };
}
