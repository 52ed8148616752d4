/**
 * Returns secrets only once per signature. The exchange remembers the signature like a request's, so that no other
 * gateway returns them either, nor this one after a restart. A client that lost the answer signs again.
 */
import { hash } from 'node:crypto';
import { type AccountId, signatureKey } from '@bellwether/engine';
import { type Exchange, StorageFull } from '@bellwether/ports/exchange.ts';
import { failure } from '@bellwether/wire/failure.ts';
import type { preHandlerHookHandler } from 'fastify';
import type { WalletAuthenticated } from '../auth/authenticator.ts';
import type { AppDependencies } from './dependencies.ts';
import { sendFailure } from './plugins/answers.ts';
import { keyOfSignature } from './plugins/key-user.ts';

/** Key derived from the signed message: anyone can compute a second signature of the same message from the first. */
export function keyOfSignIn({ address, nonce, timestamp }: WalletAuthenticated): string {
  return signatureKey(hash('sha256', `${address} ${nonce} ${timestamp}`, 'base64url'));
}

/**
 * Resolves to true if the signature was not used before. On a full disk it is not remembered, and may be used again.
 */
export async function isFirstUse(exchange: Exchange, by: AccountId, signature: string): Promise<boolean> {
  const request = { by, key: signature, hash: hash('sha256', signature, 'hex').slice(0, 32) };
  try {
    const outcome = await exchange.submit({ kind: 'RecordRequest', request });
    return outcome.kind === 'accepted';
  } catch (error) {
    if (error instanceof StorageFull) return true;
    throw error;
  }
}

/** Creates the hook of a route that makes secrets: a repeated signature neither makes nor returns any. */
export function createSecretsOnce({
  exchange,
  authenticator,
}: Pick<AppDependencies, 'authenticator' | 'exchange'>): preHandlerHookHandler {
  return (request, reply, done) => {
    const caller = request.server.access.identify(request);
    // The handler refuses unauthenticated callers.
    if (caller.kind === 'failure' || !authenticator.isReplayProtected(caller.timestamp)) return done();
    void isFirstUse(exchange, caller.account.id, keyOfSignature(caller)).then((isFirst) => {
      if (isFirst) done();
      else void sendFailure(reply, failure('signature_used'));
    }, done);
  };
}
