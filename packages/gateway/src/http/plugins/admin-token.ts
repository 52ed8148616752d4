/** The operator's bearer token, compared in constant time before any other part of a request is read. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '@bellwether/contract';
import { failure } from '@bellwether/wire/failure.ts';
import type { onRequestHookHandler } from 'fastify';
import type { Limiter } from '../../limits/limiter.ts';
import { sendFailure } from './answers.ts';
import { requestOrigin } from './client-address.ts';

const BEARER = /^Bearer ([\x21-\x7e]{1,512})$/i;

/**
 * Returns a hook that admits only requests with the token. After too many wrong guesses an address is refused for a
 * while, whatever it sends. Other addresses are not affected, so the operator cannot be locked out from elsewhere.
 */
export function requireAdminToken(
  token: string,
  guesses: Limiter,
  refusal: ErrorCode = 'invalid_admin_token',
): onRequestHookHandler {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(token);
  const plan = guesses.plan({ method: 'GET', path: '/admin', caps: ['guesses'] });
  return (request, reply, done) => {
    const sent = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const clients = guesses.byOrigin(requestOrigin(request));
    if (plan !== null && sent !== undefined && !guesses.hasRoom(clients, plan)) {
      const seconds = guesses.admit(clients, plan)?.retryAfterSeconds ?? 1;
      const refused = failure('too_many_guesses', { seconds });
      void sendFailure(reply, { ...refused, retryAfterSeconds: seconds }, 'plain');
      return;
    }
    // Digests have a fixed length, so the comparison reveals nothing about a partly right token.
    if (timingSafeEqual(digest(sent ?? ''), expected) && sent !== undefined) return done();
    // A request without a token is not a guess.
    if (plan !== null && sent !== undefined) guesses.pass(clients, plan);
    void sendFailure(reply, failure(refusal), 'plain');
  };
}
