/**
 * Compressed forms of answers that a client accepts. Large public answers are compressed where they are made, on reader
 * threads. Answers for one account are never compressed: their length could reveal secrets next to text that an
 * attacker put there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding } from '../../ports/reader.ts';

/** Supported encodings, smallest output first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/**
 * Compressed forms that a client accepts, best first. Forms with `q=0`, and forms matched only by `*`, are excluded.
 */
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
