/** Bearer tokens, compared in constant time before any other part of a request is read. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { CapName, ErrorCode } from '@bellwether/contract';
import { type Failure, failure, rateLimited } from '@bellwether/wire/failure.ts';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Refusal } from '../../limits/client.ts';
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
  const planOf = (cap: CapName) => guesses.plan({ method: 'GET', path: '/admin', caps: [cap] });
  const [wrong, none] = [planOf('guesses'), planOf('administer')];
  return (request, reply) => {
    const sent = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const found = sent === undefined ? null : find(digestOf(sent));
    if (found !== null) return found;
    // A request without a token is not a guess, but costs all the same.
    const plan = sent === undefined ? none : wrong;
    const over = plan === null ? null : guesses.admit(guesses.byOrigin(requestOrigin(request)), plan);
    const overCap = (): Failure => (sent === undefined ? rateLimited(over?.retryAfterSeconds ?? 1) : locked(over));
    void sendFailure(reply, over === null ? failure(refusal) : overCap(), 'plain');
    return null;
  };
}

function locked(over: Refusal | null): Failure {
  const retryAfterSeconds = over?.retryAfterSeconds ?? 1;
  return { ...failure('too_many_guesses', { seconds: retryAfterSeconds }), retryAfterSeconds };
}

/** Returns a hook that admits only requests with the token. */
export function requireToken(token: string, guesses: Limiter, refusal: ErrorCode): onRequestHookHandler {
  const expected = digestOf(token);
  const check = createTokenCheck((digest) => (isDigest(digest, expected) ? true : null), guesses, refusal);
  return (request, reply, done) => {
    if (check(request, reply) !== null) done();
  };
}
