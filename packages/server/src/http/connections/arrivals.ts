/**
 * New connections count against a row of the cap table for their address, like requests. Each one costs the venue a
 * handshake and a parser before it has sent a request.
 */
import type { Origin } from '../../limits/clients.ts';
import type { Limiter } from '../../limits/limiter.ts';

/**
 * Decision on a new connection: accepted, refused, or waiting. A waiting client calls `leave` if it disconnects first.
 */
export type Admission = 'taken' | 'refused' | { leave(): void };

/** The cap table treats a new connection like any other request. */
const ARRIVAL = { method: 'GET', path: '', caps: ['connections'] } as const;

/** Asks to admit a connection from an address. If the connection has to wait, `settle` is called once, later. */
export type Admit = (origin: Origin, settle: (isTaken: boolean) => void) => Admission;

/** Counts new connections in the `connections` row; admits all of them if caps are off. */
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
