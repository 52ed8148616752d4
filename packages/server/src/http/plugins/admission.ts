/** Holds back who opens accounts and takes keys, once a wallet's signature has said who it is. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Client, Refusal } from '../../limits/client.ts';
import { type Failure, rateLimited } from '../../wire/failure.ts';
import type { Gate } from './caps.ts';
import { requestOrigin } from './client-address.ts';

/** Lets a proven wallet open its account (`isNew`) or have another key of it; else says when. */
export function refuseWallet(
  { gate }: FastifyInstance,
  request: FastifyRequest,
  address: string,
  isNew: boolean,
): Failure | null {
  if (gate === null || gate.houseAccounts.has(address)) return null;
  const origin = requestOrigin(request);
  if (isNew) return refused(gate.limiter.admitNewcomer(gate.limiter.byOrigin(origin)));
  return refused(admitAccount(gate, gate.limiter.byAccount(address, origin), '/auth/api-key', 'keys'));
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
  const newcomer = isNew ? limiter.admitNewcomer(limiter.byOrigin(origin)) : null;
  if (newcomer !== null) return refused(newcomer);
  const clients = limiter.byAccount(signer, origin);
  return refused(limiter.overJournalBudget(clients) ?? admitAccount(gate, clients, '/submit', 'relayer'));
}

/** By a row of which the account alone counts; the address has been counted before. */
function admitAccount(
  { limiter }: Gate,
  clients: readonly Client[],
  path: string,
  row: 'keys' | 'relayer',
): Refusal | null {
  const plan = limiter.plan({ method: 'POST', path, caps: [row] });
  return plan === null ? null : limiter.admit(clients.slice(0, 1), plan);
}

const refused = (refusal: Refusal | null): Failure | null =>
  refusal === null ? null : rateLimited(refusal.retryAfterSeconds);
