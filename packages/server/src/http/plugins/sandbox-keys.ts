/**
 * `Idempotency-Key` of requests that move a sandbox: one effect and the first answer, as for every other write, though no
 * journal has them. What was begun and not answered when the process was killed goes on where it was when it comes again.
 */
import { isWrite, type Route, SANDBOX_ROUTES } from '@bellwether/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { VenueView } from '../../ports/venue-view.ts';
import { failure } from '../../wire/failure.ts';
import { sendFailure } from './answers.ts';
import {
  createKeyHook,
  type IdempotencyHooks,
  keepAnswer,
  refuseOther,
  requestIdOf,
  sendFirst,
} from './idempotency.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { SandboxRequests } from './sandbox-requests.ts';

/** A move of time that comes with a key. */
export interface KeyedMove {
  /** Where it ends, if it was begun before the sandbox ended; else null. */
  readonly untilMs: number | null;
  /** Remembers where it ends, before it begins. Throws where that cannot be written. */
  begin(untilMs: number): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** null at every other venue. */
    sandboxKeys: SandboxKeys | null;
  }
  interface FastifyRequest {
    /** In a sandbox alone, whose requests all go through the framework. */
    keyedMove: KeyedMove | null;
  }
}

export interface SandboxKeys {
  readonly requests: SandboxRequests;
  readonly sandbox: Pick<Sandbox, 'branch'>;
  readonly view: VenueView;
  /** Of requests that are journaled. */
  readonly answers: Pick<KeptAnswers, 'underWay'>;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

const OF_A_SANDBOX: ReadonlySet<Route> = new Set<Route>(Object.values(SANDBOX_ROUTES).filter(isWrite));

/** Clients are on another branch when one of these is done, and on the same one while it is not. */
const BEGINS_BRANCH: ReadonlySet<Route> = new Set<Route>([
  SANDBOX_ROUTES.rewindSandbox,
  SANDBOX_ROUTES.playSandboxScenario,
  SANDBOX_ROUTES.startSandboxReplay,
]);

/** What they did is gone with the process. */
const OF_THE_PROCESS: ReadonlySet<Route> = new Set<Route>([
  SANDBOX_ROUTES.forkSandbox,
  SANDBOX_ROUTES.endSandboxFork,
  SANDBOX_ROUTES.armSandboxFault,
  SANDBOX_ROUTES.disarmSandboxFaults,
]);

/** Gives the server what its routes need for this; before any route is mounted. */
export function registerSandboxKeys(app: FastifyInstance, keys: SandboxKeys | null): void {
  app.decorate('sandboxKeys', keys);
  if (keys !== null) app.decorateRequest('keyedMove', null);
}

/** The hooks of a route of a sandbox that changes something; null for every other one. */
export function sandboxKeyHooks(keys: SandboxKeys | null, route: Route): IdempotencyHooks | null {
  if (keys === null || !OF_A_SANDBOX.has(route)) return null;
  const hook = createKeyHook<string>(route, (key, request, reply) => begin(keys, route, key, request, reply));
  return { preHandler: [hook], onSend: [keepAnswer] };
}

/** Whether the handler has to run; else the request is answered. */
async function begin(
  { requests, sandbox, view, answers, clock }: SandboxKeys,
  route: Route,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { hash } = requestIdOf(request, null, key);
  for (;;) {
    const underWay = requests.underWay.find(null, key);
    if (underWay === null) break;
    if (underWay.hash !== hash) return refuseOther(reply, route);
    const first = await underWay.first;
    if (first !== null) return sendFirst(reply, first, key);
  }
  const known = requests.find(key);
  const journaled =
    answers.underWay(null, key) ?? view.state.requests.find(null, key, Math.max(clock(), view.state.timeMs));
  if (journaled !== null || (known !== null && known.hash !== hash)) return refuseOther(reply, route);
  if (known !== null && known.answer !== null) return sendFirst(reply, known.answer, key);
  if (known !== null && known.branch !== sandbox.branch) {
    void sendFailure(reply, failure('outcome_lost'), route.errorShape);
    return false;
  }
  const { branch } = sandbox;
  let untilMs = known?.untilMs ?? null;
  if (known === null && BEGINS_BRANCH.has(route)) requests.begin(key, { hash, branch, untilMs });
  request.keyedMove = {
    untilMs,
    begin(until) {
      untilMs = until;
      requests.begin(key, { hash, branch, untilMs });
    },
  };
  const tell = requests.underWay.begin(null, key, hash);
  request.openAnswer = {
    done(answer) {
      if (answer !== null) requests.done(key, { hash, branch, untilMs, answer }, !OF_THE_PROCESS.has(route));
      tell(answer);
    },
    undone(answer) {
      // After a fault no one knows how far it came: what was begun goes on when it comes again.
      if (answer.status < 500) requests.undone(key);
      tell(answer);
    },
  };
  return true;
}
