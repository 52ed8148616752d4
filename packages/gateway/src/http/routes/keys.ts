/**
 * Keys of accounts. The owner adds one with a signature of its own wallet, because a key can sign orders, which an API key
 * cannot; it revokes one with its API key. The ecosystem's clients do both through the relayer.
 */
import {
  IDEMPOTENCY_HEADER,
  KEY_ROUTES,
  KeyAddition,
  KeyRemoval,
  SessionAuthorization,
  type SessionAuthorized,
  SessionRevocation,
  type SessionRevoked,
} from '@bellwether/contract';
import type { AddKey, Reject } from '@bellwether/engine';
import { type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyAnswer, keysAnswer, readAddition, readRemoval, sessionSigners } from '../accounts/keys.ts';
import type { AppDependencies } from '../dependencies.ts';
import { answer, isFailure, mount, mountPrivate } from '../mount.ts';
import { createIdentifyBuilder, refusedCaller } from '../pipeline.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { refuseWallet } from '../plugins/caps.ts';
import { markReplayed, requestIdOf, submitOnce, wasDone } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';
import type { RelayDraft } from '../relay/relay-submission.ts';
import { readAuthorization, readRevocation } from '../relay/session-signers.ts';
import { RelayDesk } from '../relay-desk.ts';
import { keyOfSignIn } from '../secrets-once.ts';
import { NOT_RELAYED, relayOnce } from './relayer.ts';

export function registerKeyRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { clock, parseAddress, relay, view } = dependencies;

  mountPrivate(app, KEY_ROUTES.accountKeys, ({ account }) => keysAnswer(account, view.state, clock()));
  mountPrivate(app, KEY_ROUTES.sessionSigners, ({ account }) => sessionSigners(account, view.state, relay, clock()));
  registerAddition(app, dependencies);

  const readRemovalBody = createBodyReader(KeyRemoval, invalidPayload);
  mount(app, KEY_ROUTES.revokeKey, async (request, reply) => {
    const caller = app.access.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    if (wasDone(request)) return sendJson(reply, '"OK"');
    const body = readRemovalBody(bodyBytes(request));
    if (body.kind === 'failure') return sendFailure(reply, body);
    const command = readRemoval(body.value, caller.account, view.state, parseAddress);
    if (command.kind === 'failure') return sendFailure(reply, command);
    const outcome = await submitOnce(dependencies, request, command);
    return outcome.kind === 'reject' ? sendFailure(reply, rejectFailure(outcome)) : sendJson(reply, '"OK"');
  });

  registerSessionSigners(app, dependencies);
}

function registerAddition(app: FastifyInstance, dependencies: AppDependencies): void {
  const { authenticator, exchange, parseAddress, settings, view } = dependencies;
  const readBody = createBodyReader(KeyAddition, invalidPayload);

  /** Carries the command out once for the `Idempotency-Key`, and once for the wallet's signature. */
  const submit = async (request: FastifyRequest, command: AddKey, signature: string | null) => {
    const sent = request.headers[IDEMPOTENCY_HEADER];
    const key = typeof sent === 'string' ? sent : signature;
    if (key === null) return exchange.submit(command);
    const id = requestIdOf(request, command.account, key);
    const named = signature !== null && signature !== key && { signature };
    return exchange.submit({ ...command, request: { ...id, ...named } });
  };

  mount(app, KEY_ROUTES.addKey, async (request, reply) => {
    const wallet = await authenticator.authenticateL1({ rawHeaders: request.raw.rawHeaders });
    if (wallet.kind === 'refused') return sendFailure(reply, refusedCaller(wallet));
    const body = readBody(bodyBytes(request));
    if (body.kind === 'failure') return sendFailure(reply, body);
    // The public clients send one sign-in twice, so that it cannot be kept to one use.
    if (settings.profile === 'polymarket') return sendFailure(reply, THROUGH_THE_RELAYER);
    const account = view.state.accounts[view.state.accountsByAddress.get(wallet.address) ?? -1];
    if (account === undefined) return sendFailure(reply, failure('invalid_api_key'));
    const over = refuseWallet(app, request, wallet.address, false);
    if (over !== null) return sendFailure(reply, over);
    const command = readAddition(body.value, account, view.state, parseAddress);
    if (command.kind === 'failure') return sendFailure(reply, command);
    const signature = authenticator.isReplayProtected(wallet.timestamp) ? keyOfSignIn(wallet) : null;
    const outcome = await submit(request, command, signature);
    if (outcome.kind === 'reject') return sendFailure(reply, additionRefusal(outcome, request));
    const sent = request.headers[IDEMPOTENCY_HEADER];
    if (outcome.kind === 'repeated') markReplayed(reply, typeof sent === 'string' ? sent : (signature ?? ''));
    return answer(reply, keyAnswer(command, view.state));
  });
}

const THROUGH_THE_RELAYER = failure('not_offered', {
  what: 'the profile polymarket (BELLWETHER_PROFILE) adds keys by a batch that the wallet signs: use POST /v1/session-signers/authorizations',
});

/** A signature that did something else already is refused like a sign-in. */
function additionRefusal(reject: Reject, request: FastifyRequest): Failure {
  const isOther = reject.code === 'signature_used' || reject.code === 'idempotency_key_used';
  const isKeyed = typeof request.headers[IDEMPOTENCY_HEADER] === 'string' && reject.code === 'idempotency_key_used';
  return isOther && !isKeyed ? failure('sign_in_used') : rejectFailure(reject);
}

/** Mounts the ecosystem's routes. A builder key must vouch for an authorisation; the owner's signature is enough to revoke. */
function registerSessionSigners(app: FastifyInstance, dependencies: AppDependencies): void {
  const { settings, view } = dependencies;
  const identifyBuilder = createIdentifyBuilder(dependencies.authenticator, view);
  const missing = failure('unauthenticated', { detail: `missing header ${settings.authPrefixes[0]}BUILDER_API_KEY` });
  const desk = new RelayDesk(dependencies);

  const readAuthorizationBody = createBodyReader(SessionAuthorization, invalidPayload);
  mount(app, KEY_ROUTES.authorizeSessionSigner, async (request, reply) => {
    const builder = identifyBuilder(request) ?? missing;
    if (builder.kind === 'failure') return sendFailure(reply, builder);
    const body = readAuthorizationBody(bodyBytes(request));
    if (body.kind === 'failure') return sendFailure(reply, body);
    if (settings.profile !== 'polymarket') return sendFailure(reply, NOT_RELAYED);
    const caller = app.access.identify(request);
    const senders = [builder.address, ...(caller.kind === 'caller' ? [caller.account.address] : [])];
    const draft = readAuthorization(body.value, senders, view.state, dependencies);
    const done = await relayOnce(app, desk, draft, builder, { request, reply });
    if (isFailure(done)) return sendFailure(reply, done);
    const { transactionID, transactionHash } = done;
    const status = draft.kind === 'failure' || !isRegistered(draft, dependencies) ? 'SUPERSEDED' : 'REGISTERED';
    const ids = { operationId: transactionID, transactionId: transactionID };
    return answer(reply, { ...ids, status, transactionHash } satisfies SessionAuthorized);
  });

  const readRevocationBody = createBodyReader(SessionRevocation, invalidPayload);
  mount(app, KEY_ROUTES.revokeSessionSigner, async (request, reply) => {
    const body = readRevocationBody(bodyBytes(request));
    if (body.kind === 'failure') return sendFailure(reply, body);
    if (settings.profile !== 'polymarket') return sendFailure(reply, NOT_RELAYED);
    const builder = identifyBuilder(request);
    if (builder?.kind === 'failure') return sendFailure(reply, builder);
    const draft = readRevocation(body.value, view.state, dependencies);
    const done = await relayOnce(app, desk, draft, builder, { request, reply });
    if (isFailure(done)) return sendFailure(reply, done);
    const ids = { operationId: done.transactionID, transactionId: done.transactionID };
    return answer(reply, { ...ids, status: 'CONFIRMED', fenced: true } satisfies SessionRevoked);
  });
}

/** True if the key is still as the request says: what was signed does not contain the scopes. */
function isRegistered({ wallet, calls: [call] }: RelayDraft, { view }: Pick<AppDependencies, 'view'>): boolean {
  const id = view.state.walletsByAddress.get(wallet);
  if (id === undefined || call?.kind !== 'add-key') return false;
  const known = view.state.keys.find(id, call.key as never);
  if (known === null || known.ended || known.expiration !== call.expiration) return false;
  return known.scopes.join() === call.scopes.join();
}
