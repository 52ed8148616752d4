/**
 * `Idempotency-Key` of requests that move a sandbox: one effect and the first answer, as for every other write,
 * although no journal records them. A move that is interrupted by the end of the process has no answer, and is
 * forgotten.
 */
import { isWrite, type Route, SANDBOX_ROUTES } from '@bellwether/contract';
import {
  createKeyHook,
  type IdempotencyHooks,
  keepAnswer,
  refuseOther,
  requestIdOf,
  sendFirst,
} from '@bellwether/gateway/http/plugins/idempotency.ts';
import type { LiveRequests } from '@bellwether/gateway/http/plugins/live-requests.ts';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxAnswers } from './answers.ts';

interface SandboxKeys {
  readonly first: SandboxAnswers;
  readonly view: VenueView;
  readonly live: LiveRequests;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Routes whose effects end with the process. */
const OF_THE_PROCESS: ReadonlySet<Route> = new Set<Route>([
  SANDBOX_ROUTES.forkSandbox,
  SANDBOX_ROUTES.endSandboxFork,
  SANDBOX_ROUTES.armSandboxFault,
  SANDBOX_ROUTES.disarmSandboxFaults,
  SANDBOX_ROUTES.setSandboxLatency,
]);

export function sandboxKeyHooks(keys: SandboxKeys, route: Route): IdempotencyHooks {
  if (!isWrite(route)) return { preHandler: [], onSend: [] };
  const hook = createKeyHook<string>(route, (key, request, reply) => begin(keys, route, key, request, reply));
  return { preHandler: [hook], onSend: [keepAnswer] };
}

/** Resolves to true if the handler has to run; otherwise the request is answered. */
async function begin(
  { first, view, live, clock }: SandboxKeys,
  route: Route,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const id = requestIdOf(request, null, key);
  for (;;) {
    const underWay = first.underWay(key);
    if (underWay === null) break;
    if (underWay.hash !== id.hash) return refuseOther(reply, route);
    const answer = await underWay.first;
    if (answer !== null) return sendFirst(reply, answer, key);
  }
  const told = first.find(id);
  if (told !== null) return sendFirst(reply, told, key);
  const journaled =
    live.underWay(null, key) ?? view.state.requests.find(null, key, Math.max(clock(), view.state.timeMs));
  if (journaled !== null || first.isUsed(key)) return refuseOther(reply, route);
  request.openAnswer = first.open(id, !OF_THE_PROCESS.has(route));
  return true;
}
