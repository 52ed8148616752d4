/** Holds back who opens accounts and takes keys, once a wallet's signature has said who it is. */
import type { Route } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client, Refusal } from '../../limits/client.ts';
import type { LeaderQuestions, Question } from '../../ports/leader-questions.ts';
import { type Failure, RETRY_SECONDS, rateLimited, retryLater } from '../../wire/failure.ts';
import { askForRoom } from '../leader/ask-for-room.ts';
import { capsQuestion } from '../leader/caps-question.ts';
import type { Gate } from './caps.ts';
import { requestOrigin } from './client-address.ts';
import { unitsOf } from './work.ts';

/**
 * Counts a request at the node that leads, where that is another one, for the address that it comes from: as soon as its signature is
 * proven, and before anything comes of it. Until then it counts here, when it comes in.
 */
export async function refuseProven(reply: FastifyReply, route: Route): Promise<Failure | null> {
  const { request, server } = reply;
  const { gate } = server;
  const plan = gate?.limiter.plan(route) ?? null;
  if (gate === null || plan === null || gate.leader === null || gate.leader.isHere) return null;
  const clients = gate.limiter.byOrigin(requestOrigin(request));
  const question = capsQuestion(clients, plan, unitsOf(request, route), { isBudgeted: false, mayWait: true });
  const outcome = await askForRoom(gate.leader, question, plan.policy, reply);
  if (outcome === 'passed') return null;
  // No one is there to be answered.
  return outcome === 'gone' ? retryLater('unavailable', RETRY_SECONDS) : outcome;
}

/** Lets a proven wallet open its account (`isNew`) or have another key of it; else says when. */
export async function refuseWallet(
  { gate }: FastifyInstance,
  request: FastifyRequest,
  address: string,
  isNew: boolean,
): Promise<Failure | null> {
  if (gate === null || gate.houseAccounts.has(address)) return null;
  const origin = requestOrigin(request);
  if (isNew) return refuseNewcomer(gate, gate.limiter.byOrigin(origin));
  return refuseOne(gate, gate.limiter.byAccount(address, origin), '/auth/api-key', 'keys', false);
}

/** Lets a proven signer have a transaction relayed, and open an account with it (`isNew`); else says when. */
export async function refuseSigner(
  { gate }: FastifyInstance,
  request: FastifyRequest,
  signer: string,
  isNew: boolean,
): Promise<Failure | null> {
  if (gate === null || gate.houseAccounts.has(signer)) return null;
  const origin = requestOrigin(request);
  const newcomer = isNew ? await refuseNewcomer(gate, gate.limiter.byOrigin(origin)) : null;
  return newcomer ?? refuseOne(gate, gate.limiter.byAccount(signer, origin), '/submit', 'relayer', true);
}

function refuseNewcomer(gate: Gate, clients: readonly Client[]): Promise<Failure | null> | Failure | null {
  const { limiter, leader } = gate;
  if (leader === null || leader.isHere) return refused(limiter.admitNewcomer(clients));
  return refusedElsewhere(leader, { kind: 'newcomer', clients: clients.map(({ names }) => names) });
}

/** By a row of which the account alone counts; the address has been counted before. */
async function refuseOne(
  gate: Gate,
  clients: readonly Client[],
  path: string,
  row: 'keys' | 'relayer',
  isBudgeted: boolean,
): Promise<Failure | null> {
  const { limiter, leader } = gate;
  const plan = limiter.plan({ method: 'POST', path, caps: [row] });
  const account = clients.slice(0, 1);
  if (leader === null || leader.isHere) {
    const over = isBudgeted ? refused(limiter.overJournalBudget(clients)) : null;
    return over ?? (plan === null ? null : refused(limiter.admit(account, plan)));
  }
  const budget = { isBudgeted: true, mayWait: false };
  const over = isBudgeted ? await refusedElsewhere(leader, capsQuestion(clients, null, 1, budget)) : null;
  if (over !== null || plan === null) return over;
  return refusedElsewhere(leader, capsQuestion(account, plan, 1, { isBudgeted: false, mayWait: false }));
}

async function refusedElsewhere(leader: LeaderQuestions, question: Question): Promise<Failure | null> {
  const told = await leader.ask(question).reply;
  switch (told.kind) {
    case 'passed':
      return null;
    case 'over':
      return rateLimited(told.retryAfterSeconds);
    default:
      return retryLater('unavailable', RETRY_SECONDS);
  }
}

const refused = (refusal: Refusal | null): Failure | null =>
  refusal === null ? null : rateLimited(refusal.retryAfterSeconds);
