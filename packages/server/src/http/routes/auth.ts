/** API keys: created and derived by a wallet's signature, listed and revoked under a key. */
import { AUTH_ROUTES, type Credentials } from '@bellwether/contract';
import type { Address } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { type Failure, failure } from '../failure.ts';
import { rejectFailure } from '../mapping/reject-text.ts';
import { answer, mount, mountPrivate } from '../mount.ts';
import { hasOwnWallets, openAccount } from '../own-wallets.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';
import type { Identify } from '../plugins/caller.ts';

export function registerAuthRoutes(app: FastifyInstance, dependencies: AppDependencies, identify: Identify): void {
  const { credentials, exchange, view } = dependencies;

  mount(app, AUTH_ROUTES.createApiKey, async (request, reply) => {
    const wallet = await proveWallet(dependencies, request);
    const route = AUTH_ROUTES.createApiKey;
    if (wallet.kind === 'failure') return sendFailure(reply, wallet, route.errorShape);
    return answer(reply, await issue(dependencies, wallet.address, wallet.nonce), route);
  });

  mount(app, AUTH_ROUTES.deriveApiKey, async (request, reply) => {
    const wallet = await proveWallet(dependencies, request);
    const route = AUTH_ROUTES.deriveApiKey;
    if (wallet.kind === 'failure') return sendFailure(reply, wallet, route.errorShape);
    const derived = credentials.derive(wallet.address, wallet.nonce);
    const known = view.state.apiKeys.get(derived.apiKey);
    // Only what was created, and was not revoked, can be derived again.
    return answer(reply, known === undefined || known.revoked ? failure('could_not_derive_api_key') : derived, route);
  });

  mountPrivate(app, AUTH_ROUTES.listApiKeys, identify, ({ account }) => {
    const apiKeys: string[] = [];
    for (const key of view.state.apiKeys.values()) {
      if (key.account === account.id && !key.revoked) apiKeys.push(key.apiKey);
    }
    return { apiKeys };
  });

  mount(app, AUTH_ROUTES.deleteApiKey, async (request, reply) => {
    const caller = identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller, 'plain');
    const outcome = await exchange.submit({ kind: 'RevokeApiKey', account: caller.account.id, apiKey: caller.apiKey });
    return outcome.kind === 'reject' ? sendFailure(reply, rejectFailure(outcome), 'plain') : sendJson(reply, '"OK"');
  });
}

type Proven = { readonly kind: 'wallet'; readonly address: Address; readonly nonce: string };

async function proveWallet({ authenticator }: AppDependencies, request: FastifyRequest): Promise<Proven | Failure> {
  const proven = await authenticator.authenticateL1({ rawHeaders: request.raw.rawHeaders });
  if (proven.kind === 'refused') return failure('unauthenticated', { detail: proven.error });
  return { kind: 'wallet', address: proven.address, nonce: proven.nonce };
}

/** Opens the wallet's account if it is new, gives it the wallets that are its own, and records its key. */
async function issue(dependencies: AppDependencies, address: Address, nonce: string): Promise<Credentials | Failure> {
  const { credentials, exchange, settings, view } = dependencies;
  if (!hasOwnWallets(view.state, address)) {
    const opened = await exchange.submit(openAccount(address, settings.startingBalance));
    if (opened.kind === 'reject') return rejectFailure(opened);
  }
  const account = view.state.accountsByAddress.get(address);
  if (account === undefined) throw new Error('an account that was opened is not in the view');
  const derived = credentials.derive(address, nonce);
  const outcome = await exchange.submit({ kind: 'IssueApiKey', account, apiKey: derived.apiKey, nonce });
  return outcome.kind === 'reject' ? rejectFailure(outcome) : derived;
}
