/** Watches the answers of a stack: each is held against the contract before it leaves, however it was asked for. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { createAnswerCheck } from './answer-check.ts';

/** Gathers how answers break the contract. Before the server is ready. */
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
      // What a service does not have is no route, whatever the venue has at that path.
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

/** What a client reads in the end. */
function textOf(payload: string | Buffer | null | undefined, encoding: string): string {
  if (!Buffer.isBuffer(payload)) return payload ?? '';
  if (encoding === '') return payload.toString();
  return (encoding === 'br' ? brotliDecompressSync(payload) : gunzipSync(payload)).toString();
}

/** The page is no part of the API: what lies below its own addresses, and the way there from the venue's. */
function isOfPage(url: string, status: number): boolean {
  return /^\/(?:app|share|embed)(?:\/|$)/.test(url) || (url === '/' && status === 302);
}
