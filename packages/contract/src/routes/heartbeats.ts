/** The dead man's switch of an API key. */
import { HeartbeatAnswer, HeartbeatBody } from '../schemas/heartbeat.ts';
import type { Route } from './route.ts';

const beat = {
  signatureIsNoKey: true,
  method: 'POST',
  summary: 'Keep the orders of this API key open: without a beat for 10 s they are cancelled',
  auth: 'l2',
  errorShape: 'plain',
  body: HeartbeatBody,
  response: { 200: HeartbeatAnswer },
  errors: ['invalid_heartbeat_id', 'invalid_payload'],
  caps: ['trading', 'cancels'],
  cost: { base: 2 },
} as const;

export const HEARTBEAT_ROUTES = {
  beat: { ...beat, path: '/v1/heartbeats' },
  /** The path that older clients of the ecosystem use. */
  beatUnversioned: { ...beat, path: '/heartbeats' },
} as const satisfies Record<string, Route>;
