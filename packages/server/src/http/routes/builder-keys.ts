/** Builder keys: made, listed and revoked under an API key, or revoked by themselves. */
import { BUILDER_KEY_ROUTES } from '@bellwether/contract';
import type { AccountId } from '@bellwether/engine';
import type { FastifyInstance } from 'fastify';
import { builderNonce, keysOf } from '../../auth/builder-keys.ts';
import { type Failure, isFailure } from '../../wire/failure.ts';
import { rejectFailure } from '../../wire/orders/reject-text.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountPrivate } from '../mount.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import { createIdentifyBuilder } from '../plugins/builder.ts';
import type { Identify } from '../plugins/caller.ts';

export function registerBuilderKeyRoutes(
  app: FastifyInstance,
  { authenticator, clock, credentials, exchange, view }: AppDependencies,
  identify: Identify,
): void {
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

  const revoke = async (account: AccountId, keys: readonly string[]): Promise<Failure | null> => {
    for (const apiKey of keys) {
      const outcome = await exchange.submit({ kind: 'RevokeApiKey', account, apiKey });
      if (outcome.kind === 'reject') return rejectFailure(outcome);
    }
    return null;
  };

  mount(app, BUILDER_KEY_ROUTES.deleteBuilderKey, async (request, reply) => {
    const builder = identifyBuilder(request);
    const caller = builder ?? identify(request);
    if (isFailure(caller)) return sendFailure(reply, caller, 'plain');
    const refusal =
      caller.kind === 'builder'
        ? await revoke(caller.account, [caller.apiKey])
        : await revoke(caller.account.id, keysOf(view.state, caller.account, 'builder'));
    return refusal === null ? sendJson(reply, '"OK"') : sendFailure(reply, refusal, 'plain');
  });
}
