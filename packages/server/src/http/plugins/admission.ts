/** Holds back who opens accounts and takes keys, once a wallet's signature has said who it is. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Refusal } from '../../limits/client.ts';
import { type Failure, failure, retryLater } from '../../wire/failure.ts';
import { requestOrigin } from './client-address.ts';

/** Lets a proven wallet open its account (`isNew`) or have another key of it; else says when. */
export function refuseWallet(
  { gate }: FastifyInstance,
  request: FastifyRequest,
  address: string,
  isNew: boolean,
): Failure | null {
  if (gate === null || gate.houseAccounts.has(address)) return null;
  const { limiter } = gate;
  const origin = requestOrigin(request);
  if (isNew) return refused(limiter.admitNewcomer(origin));
  const plan = limiter.plan({ method: 'POST', path: '/auth/api-key', caps: ['keys'] });
  // The address has been counted when the request came in.
  const [account] = limiter.byAccount(address, origin);
  return plan === null || account === undefined ? null : refused(limiter.admit([account], plan));
}

/** Lets a proven signer have a transaction relayed, and open an account with it (`isNew`); else says when. */
export function refuseSigner(
  { gate }: FastifyInstance,
  request: FastifyRequest,
  signer: string,
  isNew: boolean,
): Failure | null {
  if (gate === null || gate.houseAccounts.has(signer)) return null;
  const { limiter } = gate;
  const origin = requestOrigin(request);
  const newcomer = isNew ? refused(limiter.admitNewcomer(origin)) : null;
  if (newcomer !== null) return newcomer;
  const clients = limiter.byAccount(signer, origin);
  const over = refused(limiter.overJournalBudget(clients));
  const plan = limiter.plan({ method: 'POST', path: '/submit', caps: ['relayer'] });
  // The address has been counted when the request came in.
  const [account] = clients;
  return over ?? (plan === null || account === undefined ? null : refused(limiter.admit([account], plan)));
}

function refused(refusal: Refusal | null): Failure | null {
  if (refusal === null) return null;
  const { retryAfterSeconds } = refusal;
  return retryAfterSeconds === null ? failure('rate_limited') : retryLater('rate_limited', retryAfterSeconds);
}
