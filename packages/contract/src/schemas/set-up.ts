/**
 * The one-time set-up of a new venue: what its page sends and gets. The two routes exist beside the contract's table,
 * because they work only until a new venue is set up, and only for its printed link.
 */
import { Type } from 'typebox';
import { strict, text } from '../described.ts';
import { PeopleEmail } from './people.ts';

/** `GET /app/setup/link`. */
export const SetUpState = Type.Object({
  secondsLeft: Type.Integer({ minimum: 0 }),
  /** Address that an identity provider leads people back to. */
  callback: Type.String(),
});
export type SetUpState = Type.Static<typeof SetUpState>;

const given = Type.Optional(Type.String());

/** `POST /app/setup/link`: the fields of `bellwether.config.json`, and a first event as `POST /admin/events` takes it. */
export const SetUpRequest = strict({
  name: Type.String(),
  currency: Type.String(),
  join: Type.String(),
  reads: Type.Optional(Type.String()),
  startingBalance: text('decimal'),
  ...{ oidcIssuer: given, oidcClientId: given, oidcClientSecret: given },
  ...{ oidcScopes: given, oidcDomains: given, oidcGroupsClaim: given, oidcRoles: given },
  ...{ smtpUrl: given, smtpFrom: given },
  event: Type.Optional(Type.Object({}, { additionalProperties: true })),
});
export type SetUpRequest = Type.Static<typeof SetUpRequest>;

/** `POST /app/setup/link/provider`, before anything is saved. */
export const ProviderCheck = strict({ issuer: Type.String() });
export type ProviderCheck = Type.Static<typeof ProviderCheck>;
/** `problem` is empty if the provider can be used. */
export const ProviderChecked = Type.Object({ problem: Type.String() });
export type ProviderChecked = Type.Static<typeof ProviderChecked>;

/** `POST /app/setup/link/mail`: a test mail by these settings. */
export const MailCheck = strict({
  ...{ smtpUrl: Type.String(), smtpFrom: Type.String(), name: Type.String() },
  to: PeopleEmail.properties.email,
});
export type MailCheck = Type.Static<typeof MailCheck>;

export const SetUpAnswer = Type.Object({
  /** Slug of the first event; empty without one. */
  event: Type.String(),
  adminToken: text('the file or the setting that holds it'),
});
export type SetUpAnswer = Type.Static<typeof SetUpAnswer>;
