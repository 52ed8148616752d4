/** Requests and answers of heartbeats. */
import { Type } from 'typebox';
import { STRICT } from './common.ts';

export const HeartbeatBody = Type.Object(
  {
    heartbeat_id: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'id of the last answer; absent, null or empty for the first beat of an API key',
      }),
    ),
  },
  STRICT,
);
export type HeartbeatBody = Type.Static<typeof HeartbeatBody>;

export const HeartbeatAnswer = Type.Object(
  { heartbeat_id: Type.String({ format: 'uuid', description: 'send it with the next beat, within 10 s' }) },
  { additionalProperties: false },
);
export type HeartbeatAnswer = Type.Static<typeof HeartbeatAnswer>;
