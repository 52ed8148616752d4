/** Builder keys: created, listed and revoked under an API key, or revoked by themselves. */
import { BUILDER_KEY_ROUTES } from '@bellwether/contract';
import type { Account, AccountId } from '@bellwether/engine';
import type { Accepted } from '@bellwether/ports/exchange.ts';
import type { Failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { builderKeyTime, builderNonce, keysOf } from '../../auth/api-keys.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountPrivate, type PrivateHandler } from '../mount.ts';
import { createIdentifyBuilder } from '../pipeline.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import { recordRequest, submitOnce, submitPart, wasDone } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';
import { createSecretsOnce } from '../secrets-once.ts';

/** Random bytes in the nonce of a builder key. */
const MARK_BYTES = 8;

export function registerBuilderKeyRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { authenticator, clock, credentials, runtime, view } = dependencies;
  const identifyBuilder = createIdentifyBuilder(authenticator, view);

  mountPrivate(app, BUILDER_KEY_ROUTES.builderKeys, ({ account }) =>
    keysOf(view.state, account, 'builder').map((key) => ({ key })),
  );

  // A key is later than the revocations before it, also within a millisecond.
  let latestMs = 0;
  const create: PrivateHandler = async ({ account, apiKey: maker }, request) => {
    latestMs = Math.max(latestMs + 1, clock());
    const nonce = builderNonce(latestMs, runtime.random.bytes(MARK_BYTES), maker);
    const { apiKey } = credentials.derive(account.address, nonce);
    const command = { kind: 'IssueApiKey', account: account.id, apiKey, nonce } as const;
    const outcome = await submitOnce(dependencies, request, command);
    if (outcome.kind === 'reject') return rejectFailure(outcome);
    if (outcome.kind !== 'accepted') throw new Error(`a builder key was ${outcome.kind}`);
    // A repeat gets the first key again: its secrets are derived from the journaled nonce.
    const { apiKey: key, secret, passphrase } = credentials.derive(account.address, issuedNonce(outcome));
    return { key, secret, passphrase };
  };
  mountPrivate(app, BUILDER_KEY_ROUTES.createBuilderKey, create, { secretsOnce: createSecretsOnce(dependencies) });

  const revoke = async (
    account: AccountId,
    keys: readonly string[],
    keyed: FastifyRequest['keyed'],
  ): Promise<Failure | null> => {
    if (keys.length === 0 && keyed?.kept === null) await recordRequest(dependencies, keyed);
    for (const apiKey of keys) {
      const outcome = await submitPart(dependencies, keyed?.id, { kind: 'RevokeApiKey', account, apiKey });
      if (outcome.kind === 'reject') return rejectFailure(outcome);
    }
    return null;
  };

  /** Keys that a request revokes. A repeat leaves keys alone that were created since. */
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
    // A repeat: this very request revoked its key, which authenticates nothing else any more.
    if (builder !== null && wasDone(request)) return sendJson(reply, '"OK"');
    const caller = builder ?? app.access.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    const refusal =
      caller.kind === 'builder'
        ? await revoke(caller.account, [caller.apiKey], request.keyed)
        : await revoke(caller.account.id, keysMeant(caller.account, request), request.keyed);
    return refusal === null ? sendJson(reply, '"OK"') : sendFailure(reply, refusal);
  });
}

function issuedNonce({ entry }: Accepted): string {
  const issued = entry.events.find((event) => event.kind === 'ApiKeyIssued');
  if (issued === undefined) throw new Error('a builder key was accepted without its event');
  return issued.nonce;
}
