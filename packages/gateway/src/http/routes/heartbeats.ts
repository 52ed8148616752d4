/** Heartbeats. A beat is a command like any other, so its answer is durable before the client receives it. */
import { HEARTBEAT_ROUTES, HeartbeatBody } from '@bellwether/contract';
import type { Accepted } from '@bellwether/ports/exchange.ts';
import { invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mountPrivate, type PrivateHandler } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { submitOnce } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';

export function registerHeartbeatRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { runtime, settings, view } = dependencies;
  const readBody = createBodyReader(HeartbeatBody, invalidPayload);
  const hasErrorText = settings.differences.has('heartbeat-error-msg');

  const handle: PrivateHandler = async ({ account, apiKey }, request) => {
    const { route } = request.routeOptions.config;
    const isUnversioned = route === HEARTBEAT_ROUTES.beatUnversioned;
    const bytes = bodyBytes(request);
    const body = isUnversioned && bytes.length === 0 ? { kind: 'read' as const, value: {} } : readBody(bytes);
    if (body.kind === 'failure') return body;
    const { heartbeat_id: sent = null }: HeartbeatBody = body.value;
    // Older clients know no ids: a beat without one continues from the key's last.
    const last = isUnversioned && !sent ? view.state.heartbeats.get(apiKey)?.heartbeatId : undefined;
    const beat = { kind: 'Beat', account: account.id, apiKey, heartbeatId: last ?? sent } as const;
    const outcome = await submitOnce(dependencies, request, { ...beat, nextId: runtime.random.uuid() });
    if (outcome.kind === 'accepted') return { heartbeat_id: idOf(outcome), ...(isUnversioned && { status: 'ok' }) };
    if (outcome.kind !== 'reject') throw new Error(`a heartbeat was ${outcome.kind}`);
    const refusal = rejectFailure(outcome);
    if (outcome.code !== 'heartbeat_id_invalid') return refusal;
    // Names the id that was expected, so that a client that lost an answer can continue at once.
    const heartbeat_id = String(outcome.details['expected']);
    return { ...refusal, fields: { heartbeat_id, ...(hasErrorText && { error_msg: refusal.text }) } };
  };
  for (const route of Object.values(HEARTBEAT_ROUTES)) mountPrivate(app, route, handle);
}

/** Id of the accepted beat; a repeat gets the first beat's id. */
function idOf({ entry }: Accepted): string {
  const received = entry.events.find((event) => event.kind === 'HeartbeatReceived');
  if (received === undefined) throw new Error('a heartbeat was accepted without its event');
  return received.heartbeatId;
}
