/**
 * The one-time set-up of a new venue: what its page sends and gets. The two routes exist beside the contract's table,
 * because they work only until a new venue is set up, and only for its printed link.
 */
import { Type } from 'typebox';
import { strict, text } from '../described.ts';

/** `GET /app/setup/link`. */
export const SetUpState = Type.Object({ secondsLeft: Type.Integer({ minimum: 0 }) });
export type SetUpState = Type.Static<typeof SetUpState>;

/** `POST /app/setup/link`: the fields of `bellwether.config.json`, and a first event as `POST /admin/events` takes it. */
export const SetUpRequest = strict({
  name: Type.String(),
  currency: Type.String(),
  join: Type.String(),
  reads: Type.Optional(Type.String()),
  startingBalance: text('decimal'),
  event: Type.Optional(Type.Object({}, { additionalProperties: true })),
});
export type SetUpRequest = Type.Static<typeof SetUpRequest>;

export const SetUpAnswer = Type.Object({
  /** Slug of the first event; empty without one. */
  event: Type.String(),
  adminToken: text('the file or the setting that holds it'),
});
export type SetUpAnswer = Type.Static<typeof SetUpAnswer>;
