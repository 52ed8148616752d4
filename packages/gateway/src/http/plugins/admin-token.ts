/** Bearer tokens, compared in constant time before any other part of a request is read. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '@bellwether/contract';
import { failure } from '@bellwether/wire/failure.ts';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Limiter } from '../../limits/limiter.ts';
import { sendFailure } from './answers.ts';
import { requestOrigin } from './client-address.ts';

const BEARER = /^Bearer ([\x21-\x7e]{1,512})$/i;

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Digests have a fixed length, so the comparison reveals nothing about a partly right token. */
export const isDigest = (digest: Buffer, expected: Buffer): boolean => timingSafeEqual(digest, expected);

/** What a token of this digest admits to; null: nothing. */
export type FindToken<Found> = (digest: Buffer) => Found | null;

/**
 * Returns a check that finds what the request's token admits to; null: refused, and answered. The right token is always
 * admitted: someone else at the same address, or behind the same proxy, cannot shut the operator out. Above the cap, wrong
 * tokens get 429, which slows their address down (`Refusals`). The length of a token makes guessing hopeless, not this
 * cap.
 */
export function createTokenCheck<Found>(
  find: FindToken<Found>,
  guesses: Limiter,
  refusal: ErrorCode = 'invalid_admin_token',
): (request: FastifyRequest, reply: FastifyReply) => Found | null {
  const plan = guesses.plan({ method: 'GET', path: '/admin', caps: ['guesses'] });
  return (request, reply) => {
    const sent = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const found = sent === undefined ? null : find(digestOf(sent));
    if (found !== null) return found;
    // A request without a token is not a guess.
    const isGuess = plan !== null && sent !== undefined;
    const over = isGuess ? guesses.admit(guesses.byOrigin(requestOrigin(request)), plan) : null;
    const retryAfterSeconds = over?.retryAfterSeconds ?? 1;
    const locked = { ...failure('too_many_guesses', { seconds: retryAfterSeconds }), retryAfterSeconds };
    void sendFailure(reply, over === null ? failure(refusal) : locked, 'plain');
    return null;
  };
}

/** Returns a hook that admits only requests with the token. */
export function requireToken(token: string, guesses: Limiter, refusal: ErrorCode): onRequestHookHandler {
  const expected = digestOf(token);
  const check = createTokenCheck((digest) => (isDigest(digest, expected) ? true : null), guesses, refusal);
  return (request, reply, done) => {
    if (check(request, reply) !== null) done();
  };
}
