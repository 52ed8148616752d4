/**
 * Used signatures of a sandbox, whose requests are signed by its own clock or by the machine's. Each clock lets go of its
 * own; the venue's may stand still for as long as its owner likes, and keeps more.
 */
import { UsedSignatures } from '../../auth/used-signatures.ts';
import type { Config } from '../../config.ts';
import type { AppDependencies } from '../../http/dependencies.ts';
import type { Uses } from '../../http/leader/venue-uses.ts';

/** Signatures that are remembered while the venue's clock stands still, of one owner and of all. */
const USED_STANDING_MAX = 1_000_000;

/** The clocks in Unix milliseconds. */
export function sandboxUses(
  { profile, toleranceSeconds }: Pick<Config, 'profile' | 'toleranceSeconds'>,
  venueClock: () => number,
  machineClock: () => number,
): Pick<AppDependencies, 'usedRequests' | 'usedSignIns'> {
  const { past, future } = toleranceSeconds;
  const create = (): Uses => {
    const options = { pastSeconds: past, usedUntil: { atStart: 0, raise: () => undefined } };
    const maxima = { perOwnerMax: USED_STANDING_MAX, inAllMax: USED_STANDING_MAX };
    const byVenue = new UsedSignatures({ ...options, ...maxima, clock: venueClock });
    const byMachine = new UsedSignatures({ ...options, clock: machineClock });
    const isOfVenue = (timestamp: number): boolean => {
      const behind = Math.floor(venueClock() / 1000) - timestamp;
      return behind <= past && -behind <= future;
    };
    return {
      use: (signature, ...how) => (isOfVenue(signature.timestamp) ? byVenue : byMachine).use(signature, ...how),
    };
  };
  return { usedRequests: create(), usedSignIns: profile === 'polymarket' ? null : create() };
}
