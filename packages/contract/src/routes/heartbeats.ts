/** The dead man's switch of an API key. */
import { HeartbeatAnswer, HeartbeatBody } from '../schemas/heartbeat.ts';
import type { Route } from './route.ts';

export const HEARTBEAT_ROUTES = {
  beat: {
    method: 'POST',
    path: '/v1/heartbeats',
    summary: 'Keep the orders of this API key open: without a beat for 10 s they are cancelled',
    auth: 'l2',
    errorShape: 'plain',
    body: HeartbeatBody,
    response: { 200: HeartbeatAnswer },
    errors: ['invalid_heartbeat_id', 'invalid_payload'],
    caps: ['trading', 'cancels'],
    cost: { base: 2 },
  },
} as const satisfies Record<string, Route>;
