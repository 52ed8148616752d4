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
 * Returns a hook that admits only requests with the token. The right token is always admitted: someone else at the same
 * address, or behind the same proxy, cannot shut the operator out. Above the cap, wrong tokens get 429, which
 * slows their address down (`Refusals`). The length of a token makes guessing hopeless, not this cap.
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
    // Digests have a fixed length, so the comparison reveals nothing about a partly right token.
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) return done();
    // A request without a token is not a guess.
    const isGuess = plan !== null && sent !== undefined;
    const over = isGuess ? guesses.admit(guesses.byOrigin(requestOrigin(request)), plan) : null;
    if (over === null) return void sendFailure(reply, failure(refusal), 'plain');
    const retryAfterSeconds = over.retryAfterSeconds ?? 1;
    const locked = failure('too_many_guesses', { seconds: retryAfterSeconds });
    void sendFailure(reply, { ...locked, retryAfterSeconds }, 'plain');
  };
}
