/**
 * `Idempotency-Key` of requests that move a sandbox: one effect and the first answer, as for every other write,
 * although no journal records them. A move that is interrupted by the end of the process has no answer, and is
 * forgotten.
 */
import { isWrite, type Route, SANDBOX_ROUTES } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VenueView } from '../../ports/venue-view.ts';
import {
  createKeyHook,
  type IdempotencyHooks,
  keepAnswer,
  refuseOther,
  requestIdOf,
  sendFirst,
} from './idempotency.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { SandboxAnswers } from './sandbox-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** null outside a sandbox. */
    sandboxKeys: SandboxKeys | null;
  }
}

export interface SandboxKeys {
  readonly first: SandboxAnswers;
  readonly view: VenueView;
  /** Answers to journaled requests. */
  readonly answers: Pick<KeptAnswers, 'underWay'>;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

const OF_A_SANDBOX: ReadonlySet<Route> = new Set<Route>(Object.values(SANDBOX_ROUTES).filter(isWrite));

/** Routes whose effects end with the process. */
const OF_THE_PROCESS: ReadonlySet<Route> = new Set<Route>([
  SANDBOX_ROUTES.forkSandbox,
  SANDBOX_ROUTES.endSandboxFork,
  SANDBOX_ROUTES.armSandboxFault,
  SANDBOX_ROUTES.disarmSandboxFaults,
]);

/** Sets up the keys of sandbox routes; called before any route is mounted. */
export function registerSandboxKeys(app: FastifyInstance, keys: SandboxKeys | null): void {
  app.decorate('sandboxKeys', keys);
}

/** Returns the hooks of a sandbox route with an effect; null for every other route. */
export function sandboxKeyHooks(keys: SandboxKeys | null, route: Route): IdempotencyHooks | null {
  if (keys === null || !OF_A_SANDBOX.has(route)) return null;
  const hook = createKeyHook<string>(route, (key, request, reply) => begin(keys, route, key, request, reply));
  return { preHandler: [hook], onSend: [keepAnswer] };
}

/** Resolves to true if the handler has to run; otherwise the request is answered. */
async function begin(
  { first, view, answers, clock }: SandboxKeys,
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
    answers.underWay(null, key) ?? view.state.requests.find(null, key, Math.max(clock(), view.state.timeMs));
  if (journaled !== null || first.isUsed(key)) return refuseOther(reply, route);
  request.openAnswer = first.open(id, !OF_THE_PROCESS.has(route));
  return true;
}
