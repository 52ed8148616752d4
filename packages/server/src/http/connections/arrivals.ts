/**
 * Connections that begin count for their address in a row of the cap table, like requests: each costs the venue a
 * handshake and a parser before it has asked for anything.
 */
import type { Origin } from '../../limits/clients.ts';
import type { Limiter } from '../../limits/limiter.ts';

/** Whether a connection may begin: at once, not at all, or later unless it leaves before. */
export type Admission = 'taken' | 'refused' | { leave(): void };

/** As far as caps go, a connection that begins is a request like others. */
const ARRIVAL = { method: 'GET', path: '', caps: ['connections'] } as const;

/** Asks for a connection of an address; `settle` is called later, once, where it has to wait. */
export type Admit = (origin: Origin, settle: (isTaken: boolean) => void) => Admission;

/** Counts arrivals in the `connections` row; none are where caps are off. */
export function createAdmit(limiter: Limiter | null): Admit {
  const plan = limiter?.plan(ARRIVAL) ?? null;
  if (limiter === null || plan === null) return () => 'taken';
  return (origin, settle) => {
    const clients = limiter.byOrigin(origin);
    if (limiter.pass(clients, plan)) return 'taken';
    let isWaiting = false;
    let isTaken = false;
    const started = limiter.wait(clients, plan, 1, (refusal) => {
      // There may be room by now.
      if (isWaiting) settle(refusal === null);
      else isTaken = refusal === null;
    });
    if (isTaken) return 'taken';
    isWaiting = true;
    return started.kind === 'refused' ? 'refused' : started;
  };
}
