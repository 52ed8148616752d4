/** Heartbeats. A beat is a command like any other, so its answer is durable before the client receives it. */
import { HEARTBEAT_ROUTES, HeartbeatBody } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import type { Accepted } from '../../ports/exchange.ts';
import { invalidPayload } from '../../wire/failure.ts';
import { rejectFailure } from '../../wire/orders/reject-text.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mountPrivate, type PrivateHandler } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { submitOnce } from '../plugins/idempotency.ts';

export function registerHeartbeatRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { runtime } = dependencies;
  const read = createBodyReader(HeartbeatBody, invalidPayload);

  const handle: PrivateHandler = async ({ account, apiKey }, request) => {
    const body = read(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const nextId = runtime.random.uuid();
    const heartbeatId = body.value.heartbeat_id ?? null;
    const beat = { kind: 'Beat', account: account.id, apiKey, heartbeatId, nextId } as const;
    const outcome = await submitOnce(dependencies, request, beat);
    if (outcome.kind === 'accepted') return { heartbeat_id: idOf(outcome) };
    if (outcome.kind !== 'reject') throw new Error(`a heartbeat was ${outcome.kind}`);
    const refusal = rejectFailure(outcome);
    // Names the id that was expected, so that a client that lost an answer can continue at once.
    return outcome.code === 'heartbeat_id_invalid'
      ? { ...refusal, fields: { heartbeat_id: String(outcome.details['expected']) } }
      : refusal;
  };
  for (const route of Object.values(HEARTBEAT_ROUTES)) mountPrivate(app, route, handle);
}

/** Id of the accepted beat; a repeat gets the first beat's id. */
function idOf({ entry }: Accepted): string {
  const received = entry.events.find((event) => event.kind === 'HeartbeatReceived');
  if (received === undefined) throw new Error('a heartbeat was accepted without its event');
  return received.heartbeatId;
}
