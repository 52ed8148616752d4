/** Limits how often clients open accounts and create keys, once a wallet's signature has proved who they are. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Client, Refusal } from '../../limits/client.ts';
import { type Failure, rateLimited } from '../../wire/failure.ts';
import type { Gate } from './caps.ts';
import { requestOrigin } from './client-address.ts';

/** Admits a proven wallet that opens its account (`isNew`) or creates another key; otherwise says when to retry. */
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

/**
 * Admits a proven signer whose transaction is relayed, and whose account it may open (`isNew`); otherwise says when to
 * retry.
 */
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

/** Counts the account alone in a row; the address has been counted before. */
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
