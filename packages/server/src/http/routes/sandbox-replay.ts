/** Replays of tapes in a sandbox. */
import {
  type ReplayCertificate,
  type ReplayProgress,
  ReplayWish,
  SANDBOX_ROUTES,
  type SandboxReplay,
} from '@bellwether/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { ReplayStatus, Sandbox } from '../../ports/sandbox.ts';
import { failure, invalidPayload } from '../../wire/failure.ts';
import { mountOperator } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { orRefused } from './or-refused.ts';

export function registerReplayRoutes(app: FastifyInstance, sandbox: Sandbox, onRequest: onRequestHookHandler): void {
  const readReplay = createBodyReader(ReplayWish, invalidPayload);
  mountOperator(
    app,
    SANDBOX_ROUTES.startSandboxReplay,
    onRequest,
    (request) => {
      const body = readReplay(bodyBytes(request));
      if (body.kind === 'failure') return body;
      const { tape, accounts = [], queue = 'pessimistic', step = 0, speed = 0 } = body.value;
      return orRefused(async () => replayOf(await sandbox.replay({ tape, accounts, queue, stepMs: step, speed })));
    },
    201,
  );
  mountOperator(app, SANDBOX_ROUTES.sandboxReplays, onRequest, () => sandbox.replays().map(progressOf));
  mountOperator(app, SANDBOX_ROUTES.sandboxReplay, onRequest, (request) => {
    const { id } = request.params as { readonly id: string };
    const replay = sandbox.replayOf(id);
    return replay === null ? failure('replay_not_found', { id }) : replayOf(replay);
  });
}

function progressOf(replay: ReplayStatus): ReplayProgress {
  const { id, state, failure, branch, tape, queue, stepMs, messages, facts } = replay;
  const { firstMs, lastMs, lines } = facts;
  return { id, state, failure, branch, tape, queue, step_ms: stepMs, from_ms: firstMs, to_ms: lastMs, messages, lines };
}

const replayOf = (replay: ReplayStatus): SandboxReplay => ({
  ...progressOf(replay),
  certificate: replay.certificate as ReplayCertificate | null,
});
