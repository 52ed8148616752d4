/** Signing in again by e-mail, passkey and identity provider, and the operator's test mail. */
import { PASSED_ROUTES, PeopleEmail, SIGN_IN_ROUTES, TestMail } from '@bellwether/contract';
import { accountOf, ROLES } from '@bellwether/engine';
import { MailFailed, type People, type PeopleAnswer, PROVIDER_ACTOR } from '@bellwether/ports/people.ts';
import { type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountOperator } from '../mount.ts';
import { bodyBytes, createBodyReader, withBody } from '../plugins/body.ts';
import { roleOf } from './answers.ts';
import { placeOf, submitAll } from './devices.ts';
import { mountPage } from './from-page.ts';
import { passThrough } from './pass-through.ts';
import { endRecovered } from './recovered.ts';

const FOUND = 302;
const START = '/auth/people/oidc';
const BACK = '/auth/people/callback/oidc';

export function registerSigningIn(app: FastifyInstance, dependencies: AppDependencies, people: People): void {
  const readEmail = createBodyReader(PeopleEmail, invalidPayload);

  mountPage(app, people, SIGN_IN_ROUTES.mailLink, (request) => {
    const body = readEmail(bodyBytes(request));
    if (body.kind === 'failure') return body;
    if (!people.ways.includes('email')) return failure('mail_off');
    people.mailLink(body.value.email);
    return { done: true };
  });

  const tested = withBody(TestMail, async ({ to }) => {
    try {
      return (await people.testMail(to)) ? { done: true } : failure('mail_off');
    } catch (error) {
      if (error instanceof MailFailed) return failure('mail_failed', { reason: error.message });
      throw error;
    }
  });
  mountOperator(app, SIGN_IN_ROUTES.testMail, tested);

  for (const route of PASSED_ROUTES) {
    const before = route.path === BACK ? (passed: PeopleAnswer) => takeRole(dependencies, people, passed) : undefined;
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const there = route.path === START ? ownAddress(people, request) : null;
      if (there === null) return passThrough(people, request, reply, before);
      reply.routeCounts?.count(FOUND);
      return reply.code(FOUND).header('location', there).header('cache-control', 'no-store').send();
    };
    // Providers add parameters of their own.
    mount(app, route, handler, { anyQuery: true });
  }
}

/**
 * The provider leads back to the venue's own address, and cookies of this step must be there: who comes by another
 * address goes to that one first, once, since behind a proxy the request may name another host always.
 */
function ownAddress(people: People, { headers, raw }: FastifyRequest): string | null {
  const isElsewhere = headers.host !== new URL(people.base()).host;
  return isElsewhere && raw.url === START ? `${people.base()}${START}?again` : null;
}

/** Gives the account of who came back the role that the provider decides. A new account gets it with its first device. */
async function takeRole(
  dependencies: AppDependencies,
  people: People,
  { headers }: PeopleAnswer,
): Promise<Failure | null> {
  const { state } = dependencies.view;
  const cookies = headers.flatMap(([name, value]) => (name === 'set-cookie' ? [value.split(';', 1)[0] ?? ''] : []));
  const person = await people.session(cookies.join('; '));
  if (person === null || person.invitedBy !== PROVIDER_ACTOR) return null;
  const place = placeOf(state, person);
  const current = roleOf(state, person) ?? 'trader';
  const isLost = person.roleWish?.startsWith('-') === true;
  const role = isLost ? 'trader' : ROLES.find((each) => each === person.roleWish);
  // An operator has given another role since.
  const isKept = isLost && person.roleWish !== `-${current}`;
  if (place !== null && role !== undefined && role !== current && !isKept) {
    const act = { actor: PROVIDER_ACTOR, reason: 'the provider decides roles' };
    const refused =
      (await endRecovered(dependencies, accountOf(state, place.account), role, { admin: null })) ??
      (await submitAll(dependencies, [{ kind: 'SetRole', account: place.account, role, act }]));
    if (refused !== null) return refused;
  }
  // From now on a role is an operator's.
  if (isLost) await people.change(person.id, { roleWish: null });
  return null;
}
