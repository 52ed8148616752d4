/** API keys: created and derived by a wallet's signature, listed and revoked under a key. */
import { AUTH_ROUTES, type Credentials, IDEMPOTENCY_HEADER } from '@bellwether/contract';
import type { AccountId, Address } from '@bellwether/engine';
import { type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keysOf } from '../../auth/api-keys.ts';
import type { WalletAuthenticated } from '../../auth/authenticator.ts';
import type { AppDependencies } from '../dependencies.ts';
import { answer, isFailure, mount, mountPrivate } from '../mount.ts';
import { hasOwnWallets, openAccount, refuseUnlisted } from '../own-wallets.ts';
import { refusedCaller } from '../pipeline.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import { refuseWallet } from '../plugins/caps.ts';
import { markReplayed, requestIdOf, submitOnce, wasDone } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';
import { isFirstUse, keyOfSignIn } from '../secrets-once.ts';

export function registerAuthRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { credentials, view } = dependencies;

  mount(app, AUTH_ROUTES.createApiKey, async (request, reply) => {
    const issued = await signInOnce(dependencies, request, async ({ address, nonce }) => {
      const unlisted = refuseUnlisted(dependencies, address);
      if (unlisted !== null) return unlisted;
      const isNew = !view.state.accountsByAddress.has(address);
      return refuseWallet(app, request, address, isNew) ?? issue(dependencies, request, reply, { address, nonce });
    });
    return answer(reply, issued);
  });

  mount(app, AUTH_ROUTES.deriveApiKey, async (request, reply) => {
    const found = await signInOnce(dependencies, request, async ({ address, nonce }) => {
      const derived = credentials.derive(address, nonce);
      const known = view.state.apiKeys.get(derived.apiKey);
      // Only a key that was created and not revoked can be derived again.
      return known === undefined || known.revoked ? failure('could_not_derive_api_key') : derived;
    });
    return answer(reply, found);
  });

  mountPrivate(app, AUTH_ROUTES.listApiKeys, ({ account }) => {
    return { apiKeys: keysOf(view.state, account, 'api') };
  });

  mount(app, AUTH_ROUTES.deleteApiKey, async (request, reply) => {
    // A repeat: this very request revoked its key, which authenticates nothing else any more.
    if (wasDone(request)) return sendJson(reply, '"OK"');
    const caller = app.access.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    const { account, apiKey } = caller;
    const outcome = await submitOnce(dependencies, request, { kind: 'RevokeApiKey', account: account.id, apiKey });
    return outcome.kind === 'reject' ? sendFailure(reply, rejectFailure(outcome)) : sendJson(reply, '"OK"');
  });
}

/**
 * Lets a wallet's signature do one thing. The answer holds secrets, so it is given only once: a client that lost the
 * answer signs again. A refusal reveals nothing and leaves the signature usable. The public clients' profile is exempt,
 * because its clients send the same sign-in twice.
 */
async function signInOnce(
  { authenticator, clock, exchange, settings, view }: AppDependencies,
  request: FastifyRequest,
  signIn: (wallet: WalletAuthenticated) => Promise<Credentials | Failure>,
): Promise<Credentials | Failure> {
  const wallet = await authenticator.authenticateL1({ rawHeaders: request.raw.rawHeaders });
  if (wallet.kind === 'refused') return refusedCaller(wallet);
  if (settings.profile === 'polymarket' || !authenticator.isReplayProtected(wallet.timestamp)) return signIn(wallet);
  const { state } = view;
  const signature = keyOfSignIn(wallet);
  const find = (): AccountId | undefined => state.accountsByAddress.get(wallet.address);
  const known = find();
  // A signature that was used records no further `Idempotency-Key`.
  if (known !== undefined && state.requests.find(known, signature, Math.max(clock(), state.timeMs)) !== null)
    return failure('sign_in_used');
  const done = await signIn(wallet);
  if (isFailure(done)) return done;
  const account = find();
  if (account === undefined) throw new Error('an account that has a key is not in the view');
  return (await isFirstUse(exchange, account, signature)) ? done : failure('sign_in_used');
}

/**
 * Opens the wallet's account if it is new, gives it its own wallets, and records its key. The answer is derived from
 * address and nonce, so it is the same under the same `Idempotency-Key` and is stored nowhere.
 */
async function issue(
  dependencies: AppDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { address, nonce }: { readonly address: Address; readonly nonce: string },
): Promise<Credentials | Failure> {
  const { credentials, exchange, settings, view } = dependencies;
  if (!hasOwnWallets(view.state, address)) {
    const opened = await exchange.submit(openAccount(address, settings.startingBalance));
    if (opened.kind === 'reject') return rejectFailure(opened);
  }
  const account = view.state.accountsByAddress.get(address);
  if (account === undefined) throw new Error('an account that was opened is not in the view');
  const derived = credentials.derive(address, nonce);
  const command = { kind: 'IssueApiKey', account, apiKey: derived.apiKey, nonce } as const;
  const key = request.headers[IDEMPOTENCY_HEADER];
  const isKeyed = typeof key === 'string';
  const outcome = await exchange.submit(
    isKeyed ? { ...command, request: requestIdOf(request, account, key, nonce) } : command,
  );
  if (isKeyed && outcome.kind === 'repeated') markReplayed(reply, key);
  return outcome.kind === 'reject' ? rejectFailure(outcome) : derived;
}
