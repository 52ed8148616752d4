/**
 * Which packed form of an answer a client takes. What is public and large is packed where it was made, on reader threads;
 * answers for one account are never packed, so that their length says nothing of what is in them beside what an attacker
 * could have put there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding } from '../../ports/reader.ts';

/** Smallest first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** The packed forms that a client takes, best first; those with `q=0`, and any that is only meant by `*`, are not among them. */
export function encodingsOf({ headers }: Pick<FastifyRequest, 'headers'>): readonly Encoding[] {
  const header = headers['accept-encoding'];
  if (header === undefined || header === '') return [];
  const taken = new Set<string>();
  for (const part of header.toString().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name);
  }
  return ENCODINGS.filter((encoding) => taken.has(encoding));
}

/** Adds a request header to those that the answer depends on. */
export function addVary(reply: FastifyReply, field: string): FastifyReply {
  const before = reply.getHeader('vary');
  return reply.header('vary', before === undefined ? field : `${before}, ${field}`);
}
