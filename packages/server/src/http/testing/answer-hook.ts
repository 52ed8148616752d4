/** Checks every answer of a stack against the contract before it is sent, however it was requested. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { createAnswerCheck } from './answer-check.ts';

/** Collects how answers break the contract. Called before the server is ready. */
export function recordBrokenAnswers(app: FastifyInstance): string[] {
  const check = createAnswerCheck();
  const broken: string[] = [];
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isOfPage(request.raw.url ?? '', reply.statusCode)) return done(null, payload);
    const encoding = String(reply.getHeader('content-encoding') ?? '');
    const isWhole =
      payload === undefined || payload === null || typeof payload === 'string' || Buffer.isBuffer(payload);
    const problem = check({
      method: request.method,
      // A route outside of a service does not exist there, whatever the venue has at that path.
      url: app.hosts.isMisplaced(request) ? '/of-no-service' : (request.raw.url ?? ''),
      service: app.hosts.serviceOf(request),
      status: reply.statusCode,
      contentType: String(reply.getHeader('content-type') ?? ''),
      // HEAD has the body of GET until it is sent.
      text: !isWhole || request.method === 'HEAD' ? '' : textOf(payload, encoding),
    });
    if (problem !== null && isWhole) broken.push(problem);
    done(null, payload);
  });
  return broken;
}

/** The text as a client reads it after decoding. */
function textOf(payload: string | Buffer | null | undefined, encoding: string): string {
  if (!Buffer.isBuffer(payload)) return payload ?? '';
  if (encoding === '') return payload.toString();
  return (encoding === 'br' ? brotliDecompressSync(payload) : gunzipSync(payload)).toString();
}

/**
 * True for the page and the documents, which are not part of the API: everything below their own addresses, and the
 * redirect to the page from the venue's.
 */
const isOfPage = (url: string, status: number): boolean =>
  /^\/(?:(?:app|share|embed)(?:\/|$)|llms|docs\/index\.html|docs\/.*\/)/.test(url) || (url === '/' && status === 302);
