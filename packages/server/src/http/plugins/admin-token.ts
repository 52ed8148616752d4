/** The operator's bearer token, compared in constant time before anything else of a request is read. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';
import { failure } from '../failure.ts';
import { sendFailure } from './answers.ts';

const BEARER = /^Bearer ([\x21-\x7e]{1,512})$/i;

/** A hook that lets only requests with the token pass. */
export function requireAdminToken(token: string): onRequestHookHandler {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (request, reply, done) => {
    const sent = BEARER.exec(request.headers.authorization ?? '')?.[1];
    // Digests have one length: how much of the token was right says nothing.
    if (timingSafeEqual(digest(sent ?? ''), expected) && sent !== undefined) done();
    else void sendFailure(reply, failure('invalid_admin_token'), 'plain');
  };
}
