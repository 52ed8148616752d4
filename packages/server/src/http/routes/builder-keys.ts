/** Builder keys: made, listed and revoked under an API key, or revoked by themselves. */
import { BUILDER_KEY_ROUTES, IDEMPOTENCY_HEADER } from '@bellwether/contract';
import type { Account, AccountId } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { builderKeyTime, builderNonce, keysOf } from '../../auth/builder-keys.ts';
import { type Failure, failure, isFailure } from '../../wire/failure.ts';
import { rejectFailure } from '../../wire/orders/reject-text.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountPrivate } from '../mount.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import { createIdentifyBuilder, type Identify } from '../plugins/caller.ts';
import { recordRequest, submitPart } from '../submit-once.ts';

/** A revoked key proves nothing any more, not even that a repeat is one. */
const REVOKES_ITSELF = failure('idempotency_key_not_taken', {
  detail: 'once the builder key is revoked, every repeat with its headers is answered with 401',
});

export function registerBuilderKeyRoutes(
  app: FastifyInstance,
  dependencies: AppDependencies,
  identify: Identify,
): void {
  const { authenticator, clock, credentials, exchange, view } = dependencies;
  const identifyBuilder = createIdentifyBuilder(authenticator, view);

  mountPrivate(app, BUILDER_KEY_ROUTES.builderKeys, identify, ({ account }) =>
    keysOf(view.state, account, 'builder').map((key) => ({ key })),
  );

  let latestMs = 0;
  mountPrivate(app, BUILDER_KEY_ROUTES.createBuilderKey, identify, async ({ account }) => {
    latestMs = Math.max(latestMs + 1, clock());
    const nonce = builderNonce(latestMs);
    const { apiKey, secret, passphrase } = credentials.derive(account.address, nonce);
    const outcome = await exchange.submit({ kind: 'IssueApiKey', account: account.id, apiKey, nonce });
    return outcome.kind === 'reject' ? rejectFailure(outcome) : { key: apiKey, secret, passphrase };
  });

  const revoke = async (
    account: AccountId,
    keys: readonly string[],
    keyed: FastifyRequest['keyed'] = null,
  ): Promise<Failure | null> => {
    if (keys.length === 0 && keyed?.kept === null) await recordRequest(dependencies, keyed);
    for (const apiKey of keys) {
      const outcome = await submitPart(dependencies, keyed?.id, { kind: 'RevokeApiKey', account, apiKey });
      if (outcome.kind === 'reject') return rejectFailure(outcome);
    }
    return null;
  };

  /** A repeated request leaves alone what was made since. */
  const keysMeant = (account: Account, { keyed }: FastifyRequest): readonly string[] => {
    const { apiKeys } = view.state;
    const before = keyed?.kept?.timeMs ?? Number.POSITIVE_INFINITY;
    return keysOf(view.state, account, 'builder').filter((apiKey) => {
      const key = apiKeys.get(apiKey);
      return key !== undefined && builderKeyTime(key) <= before;
    });
  };

  mount(app, BUILDER_KEY_ROUTES.deleteBuilderKey, async (request, reply) => {
    const builder = identifyBuilder(request);
    const caller = builder ?? identify(request);
    if (isFailure(caller)) return sendFailure(reply, caller, 'plain');
    if (caller.kind === 'builder' && request.headers[IDEMPOTENCY_HEADER] !== undefined)
      return sendFailure(reply, REVOKES_ITSELF, 'plain');
    const refusal =
      caller.kind === 'builder'
        ? await revoke(caller.account, [caller.apiKey])
        : await revoke(caller.account.id, keysMeant(caller.account, request), request.keyed);
    return refusal === null ? sendJson(reply, '"OK"') : sendFailure(reply, refusal, 'plain');
  });
}
