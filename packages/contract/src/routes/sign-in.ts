/** Routes of signing in again besides links: by e-mail, and those that lead to the sign-in library. */
import { Type } from 'typebox';
import * as people from '../schemas/people.ts';
import { ADMIN, type Route, route } from './route.ts';

const own = { auth: 'person', errorShape: 'plain', caps: ['trading', 'people'] } as const;

/** Only a venue with a store of people has them. */
export const SIGN_IN_ROUTES = {
  mailLink: route(own, 'POST /auth/people/email', {
    summary: 'Mail a link that signs in the person with this address. The same answer, whether there is one or not',
    body: people.PeopleEmail,
    response: { 200: people.PeopleDone },
    errors: ['foreign_page', 'invalid_payload', 'mail_off'],
  }),
  testMail: route(ADMIN, 'POST /admin/people/test-mail', {
    summary: 'Send a mail that says that the venue can send mail',
    body: people.TestMail,
    response: { 200: people.PeopleDone },
    errors: ['bad_request', 'invalid_payload', 'mail_failed', 'mail_off'],
  }),
} as const satisfies Record<string, Route>;

const passed = (method: 'GET' | 'POST', path: string, summary: string): Route => ({
  ...own,
  method,
  path: `/auth/people/${path}`,
  summary,
  ...(method === 'POST' && { body: Type.Unknown() }),
  response: { 200: Type.Unknown() },
  errors: ['foreign_page', 'people_unavailable', 'route_not_found'],
});

/**
 * Steps between a browser and the sign-in library, whose forms they have: no client but the page calls them, and the
 * description leaves them out.
 */
export const PASSED_ROUTES: readonly Route[] = [
  passed('GET', 'oidc', 'Go to the identity provider'),
  passed('GET', 'callback/oidc', 'Come back from the identity provider'),
  passed('GET', 'passkey/generate-register-options', 'Begin to add a passkey'),
  passed('POST', 'passkey/verify-registration', 'Add a passkey'),
  passed('GET', 'passkey/generate-authenticate-options', 'Begin to sign in by a passkey'),
  passed('POST', 'passkey/verify-authentication', 'Sign in by a passkey'),
  passed('GET', 'passkey/list-user-passkeys', 'Own passkeys'),
  passed('POST', 'passkey/delete-passkey', 'Remove a passkey'),
];

const unsubscribe = {
  ...own,
  params: people.UnsubscribeParams,
  response: { 200: Type.String() },
  errors: ['people_unavailable'],
} as const;

/** Links of mails, which mail programs and their readers follow; the description leaves them out, too. */
export const UNSUBSCRIBE_ROUTES = {
  ask: route(unsubscribe, 'GET /auth/people/unsubscribe/:token', { summary: 'Ask whether e-mails shall end' }),
  end: route(unsubscribe, 'POST /auth/people/unsubscribe/:token', {
    takesFormType: 'any',
    body: Type.Unknown(),
    summary: 'End e-mails by one click (RFC 8058)',
  }),
} as const satisfies Record<string, Route>;
