/**
 * Requests of a person's browser, which sends the session cookie by itself: what changes something must come from a page
 * of the venue, and as JSON or empty and without a type, which no form of another site can send.
 */
import type { Route } from '@bellwether/contract';
import type { State } from '@bellwether/engine';
import type { People, Person } from '@bellwether/ports/people.ts';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer, mount } from '../mount.ts';
import { bodyBytes } from '../plugins/body.ts';
import { stateOf } from './answers.ts';

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;

/** Null if a page of the venue sent the request. */
export function foreignPage(people: People, request: FastifyRequest): Failure | null {
  const { headers, raw } = request;
  const { host, origin, 'sec-fetch-site': site } = headers;
  // The body's reader may have taken the header away.
  const at = raw.rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  const isEmpty = at < 0 && bodyBytes(request).length === 0;
  if (!isEmpty && !JSON_TYPE.test(raw.rawHeaders[at + 1] ?? '')) return failure('unsupported_media_type');
  if (site === 'same-origin') return null;
  const isOwn = origin === people.base() || (URL.canParse(origin ?? '') && new URL(origin ?? '').host === host);
  return isOwn && (site === undefined || site === 'none') ? null : failure('foreign_page');
}

export const cookieOf = ({ headers }: FastifyRequest): string | undefined => headers.cookie;
export const agentOf = ({ headers }: FastifyRequest): string | undefined => headers['user-agent'];

/** Handler of a person's request: a value of the response schema, or a refusal. Private: no cache may keep it. */
type PersonHandler = (person: Person, request: FastifyRequest, reply: FastifyReply) => object | Promise<object>;

/** Mounts a route for whoever is signed in. */
export function mountPerson(app: FastifyInstance, people: People, route: Route, handle: PersonHandler): void {
  mountPage(app, people, route, async (request, reply) => {
    const person = await people.session(cookieOf(request));
    return person === null ? failure('not_signed_in') : handle(person, request, reply);
  });
}

/** Mounts a route for a page of the venue, whoever looks at it. */
export function mountPage(
  app: FastifyInstance,
  people: People,
  route: Route,
  handle: (request: FastifyRequest, reply: FastifyReply) => object | Promise<object>,
): void {
  mount(app, route, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const foreign = route.method === 'GET' ? null : foreignPage(people, request);
    const value = foreign ?? (await handle(request, reply));
    return answer(reply, value);
  });
}

/** Refuses a person who may not trade; null for one who may. */
export function refusePerson(person: Person, state: Readonly<State>): Failure | null {
  const is = stateOf(state, person);
  if (is === 'joined') return null;
  return failure(is === 'waiting' ? 'person_waiting' : 'person_suspended');
}
