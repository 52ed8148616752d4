/** Joining and coming back by a link, the session, and one's own data. */
import { IDEMPOTENCY_HEADER, PEOPLE_ROUTES, PeopleJoin, SESSION_ROUTES } from '@bellwether/contract';
import type { People } from '@bellwether/ports/people.ts';
import { failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { answer, mount } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { linkAnswer, personAnswer, sessionAnswer } from './answers.ts';
import { devicesOf, endDevicesHere } from './devices.ts';
import { agentOf, cookieOf, mountPage, mountPerson, refusePerson } from './from-page.ts';

/** Mounts the session's route, which every venue has. */
export function registerSession(app: FastifyInstance, { people, settings, view }: AppDependencies): void {
  mount(app, SESSION_ROUTES.peopleSession, async (request, reply) => {
    const person = people === undefined ? null : await people.session(cookieOf(request));
    reply.header('cache-control', 'no-store');
    return answer(reply, sessionAnswer(people ?? null, person, settings, view.state));
  });
}

const REFUSED = {
  link: failure('link_unusable'),
  name: invalidPayload('name is missing'),
  full: failure('too_many_waiting'),
} as const;

/** Shortest `Idempotency-Key` that nobody guesses. */
const NONCE_LENGTH_MIN = 22;

function nonceOf({ headers }: FastifyRequest): string | null {
  const sent = headers[IDEMPOTENCY_HEADER];
  return typeof sent === 'string' && sent.length >= NONCE_LENGTH_MIN ? sent : null;
}

export function registerJoining(app: FastifyInstance, dependencies: AppDependencies, people: People): void {
  const { settings, view } = dependencies;
  const readJoin = createBodyReader(PeopleJoin, invalidPayload);

  mountPage(app, people, PEOPLE_ROUTES.joinPeople, async (request, reply) => {
    const body = readJoin(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const { name = null, note = null, token = null } = body.value;
    if (token === null && settings.join !== 'approval') return failure('join_by_link');
    const from = { cookie: cookieOf(request), agent: agentOf(request), nonce: nonceOf(request) };
    const called = name?.trim() ?? null;
    const outcome = await people.join({ ...from, token, name: called === '' ? null : called, note });
    if (outcome.kind === 'refused') return REFUSED[outcome.why];
    reply.header('set-cookie', [...outcome.cookies]);
    return sessionAnswer(people, outcome.person, settings, view.state);
  });

  mountPerson(app, people, PEOPLE_ROUTES.signOutPeople, async (person, request, reply) => {
    const refused = await endDevicesHere(dependencies, people, person, cookieOf(request));
    if (refused !== null) return refused;
    reply.header('set-cookie', [...(await people.signOut(cookieOf(request)))]);
    return { done: true };
  });

  mountPerson(app, people, PEOPLE_ROUTES.deviceLink, async (person) => {
    return refusePerson(person, view.state) ?? linkAnswer(await people.linkFor(person.id, 'device', 'person'));
  });

  mountPerson(app, people, PEOPLE_ROUTES.ownPeopleData, async (person) => {
    const { account } = person;
    const user = `?user=${account}`;
    const sessions = await people.sessionsOf(person.id);
    return {
      person: personAnswer(person, view.state),
      sessions: sessions.map(({ agent, createdMs, expiresMs }) => {
        return { since: Math.floor(createdMs / 1000), expires: Math.floor(expiresMs / 1000), agent };
      }),
      devices: await devicesOf(people, person, dependencies),
      ledger:
        account === null
          ? []
          : [
              ...['activity', 'positions', 'closed-positions'].map((path) => `/${path}${user}`),
              ...[`/comments/user_address/${account}`, `/public-profile?address=${account}`],
            ],
    };
  });
}
