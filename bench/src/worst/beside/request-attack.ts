/** Requests of the table at a rate, over a few connections that each wait for their answer. */
import { ROUTES_BY_NAME } from '@bellwether/contract';
import type { Trader } from '../../shared/trading-floor.ts';
import { bytesOf } from '../request-bytes.ts';
import { candidates } from '../requests.ts';
import type { WorldSize } from '../world.ts';
import type { AttackRun } from './attack-run.ts';
import { keepAsking } from './keep-asking.ts';
import type { RequestAttack } from './messages.ts';

const CONNECTIONS = 8;

/** Makes the next request. */
export type NextRequest = () => Buffer;

/** The requests in rotation, each signed when it is made. */
export function requestsOf(plan: RequestAttack, size: WorldSize, signers: readonly Trader[]): NextRequest {
  const listed = candidates({ size, wallets: signers.map(({ wallet }) => wallet) });
  const all = plan.requests.map(({ name, what }) => {
    const candidate = listed[name].find((other) => other.what === what);
    if (candidate === undefined) throw new Error(`${name} has no request “${what}”`);
    // The operator's own are no attacks.
    return () => bytesOf(ROUTES_BY_NAME[name], candidate.next(), signers, '');
  });
  let at = 0;
  return () => (all[at++ % all.length] as NextRequest)();
}

export function attackWithRequests(run: AttackRun, next: NextRequest): void {
  for (let connection = 0; connection < CONNECTIONS; connection++) void keepAsking(run, next);
}
