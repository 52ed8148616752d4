/** Passes a request of a page to the sign-in library, and its answer back. */
import type { People, PeopleAnswer } from '@bellwether/ports/people.ts';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from '../plugins/answers.ts';
import { bodyBytes } from '../plugins/body.ts';
import { agentOf, cookieOf, foreignPage } from './from-page.ts';

/** `before`: what else has to be done before the answer leaves; a refusal takes its place. */
export async function passThrough(
  people: People,
  request: FastifyRequest,
  reply: FastifyReply,
  before: (passed: PeopleAnswer) => Promise<Failure | null> = async () => null,
): Promise<FastifyReply> {
  const foreign = request.method === 'GET' ? null : foreignPage(people, request);
  if (foreign !== null) return sendFailure(reply, foreign);
  const { method } = request;
  const path = request.raw.url ?? '';
  const from = { cookie: cookieOf(request), agent: agentOf(request), body: bodyBytes(request).toString() };
  const passed = await people.handle({ ...from, method, path });
  if (passed === null)
    return sendFailure(reply, failure('route_not_found', { method, path: path.split('?', 1)[0] ?? '' }));
  const refused = await before(passed);
  if (refused !== null) return sendFailure(reply, refused);
  reply.routeCounts?.count(passed.status);
  reply.code(passed.status).header('cache-control', 'no-store');
  const cookies = passed.headers.flatMap(([name, value]) => (name === 'set-cookie' ? [value] : []));
  for (const [name, value] of passed.headers) if (name !== 'set-cookie') reply.header(name, value);
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(passed.body);
}
