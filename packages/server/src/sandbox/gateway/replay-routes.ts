/** Replays of tapes in a sandbox. */
import {
  type ReplayCertificate,
  type ReplayProgress,
  ReplayWish,
  SANDBOX_ROUTES,
  type SandboxReplay,
} from '@bellwether/contract';
import { bodyBytes, createBodyReader } from '../../http/plugins/body.ts';
import { failure, invalidPayload } from '../../wire/failure.ts';
import type { ReplayStatus, Sandbox } from '../control.ts';
import { type MountOwn, orRefused } from './own-routes.ts';

export function registerReplayRoutes(sandbox: Sandbox, mountOwn: MountOwn): void {
  const readReplay = createBodyReader(ReplayWish, invalidPayload);
  mountOwn(
    SANDBOX_ROUTES.startSandboxReplay,
    (request) => {
      const body = readReplay(bodyBytes(request));
      if (body.kind === 'failure') return body;
      const { tape, accounts = [], queue = 'pessimistic', step = 0, speed = 0 } = body.value;
      return orRefused(async () => replayOf(await sandbox.replay({ tape, accounts, queue, stepMs: step, speed })));
    },
    201,
  );
  mountOwn(SANDBOX_ROUTES.sandboxReplays, () => sandbox.replays().map(progressOf));
  mountOwn(SANDBOX_ROUTES.sandboxReplay, (request) => {
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
