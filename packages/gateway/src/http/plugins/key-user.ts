/**
 * Finds the sender of a request that an `Idempotency-Key` or its signature identifies. If the meaning of a request
 * depends on the API key, that key is part of the request, like a body. A revoked key is recognised once more: for
 * repeats of the request that revoked it.
 */
import { HEARTBEAT_ROUTES, ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import { signatureKey } from '@bellwether/engine';
import type { FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { type Caller, createIdentifyBuilder, createIdentifyRevoked, type Identify } from '../pipeline.ts';
import type { KeyOwner } from './live-requests.ts';

export interface KeyUser {
  /** Owner of the key; null is the operator. */
  readonly by: KeyOwner;
  /** Content of the request besides method, path and body; empty for none. */
  readonly about: string;
  /**
   * `signatureKey` of the request's signature; null without a signature, or if an equal request may be intended again.
   */
  readonly signature: string | null;
  /** True for a revoked key: it may get earlier answers, but nothing new is done. */
  readonly isRevoked: boolean;
}

/** Returns null for unknown senders: the handler says why, or identifies them itself. */
type FindKeyUser = (request: FastifyRequest) => KeyUser | null;

/** Routes that act on the API key which signs the request. */
const OF_THE_API_KEY: ReadonlySet<Route> = new Set<Route>([
  ...Object.values(HEARTBEAT_ROUTES),
  ROUTES_BY_NAME.deleteApiKey,
]);

/** Routes that take texts of people, which can be erased where the venue knows its people. */
const TAKE_TEXTS: ReadonlySet<Route> = new Set<Route>([ROUTES_BY_NAME.addComment, ROUTES_BY_NAME.updateProfile]);

/** How the senders of keyed requests to a route are found. */
export type KeyUsers = (route: Route) => FindKeyUser;

export function createKeyUsers(
  {
    authenticator,
    credentials,
    people,
    view,
  }: Pick<AppDependencies, 'authenticator' | 'credentials' | 'people' | 'view'>,
  identify: Identify,
): KeyUsers {
  const find = (identifyHere: Identify, isOfApiKey: boolean, isRevoked: boolean, about = ''): FindKeyUser => {
    return (request) => {
      const caller = identifyHere(request);
      if (caller.kind === 'failure') return null;
      // Saves the handler from identifying the caller again.
      if (!isRevoked) request.caller = caller;
      const signature = authenticator.isReplayProtected(caller.timestamp) ? keyOfSignature(caller) : null;
      return { by: caller.account.id, about: isOfApiKey ? caller.apiKey : about, signature, isRevoked };
    };
  };
  const findRevoked = find(createIdentifyRevoked(authenticator, view), true, true);
  const identifyBuilder = createIdentifyBuilder(authenticator, view);
  const identifyRevokedBuilder = createIdentifyBuilder(authenticator.revoked, view);

  const findAccount = find(identify, false, false);
  const findAdmin: FindKeyUser = (request) => {
    const { admin } = request;
    if (admin === null || admin.actor === 'root') return OPERATOR;
    return admin.account === null ? { ...OPERATOR, about: admin.actor } : findAccount(request);
  };

  /** Returns undefined for a request without builder headers. */
  const findBuilder = (request: FastifyRequest): KeyUser | null | undefined => {
    const valid = identifyBuilder(request);
    if (valid === null) return undefined;
    const builder = valid.kind === 'failure' ? identifyRevokedBuilder(request) : valid;
    if (builder === null || builder.kind === 'failure') return null;
    return { by: builder.account, about: builder.apiKey, signature: null, isRevoked: builder !== valid };
  };

  return (route) => {
    if (route.auth === 'admin') return findAdmin;
    if (route.auth !== 'l2') return () => null;
    // The log keeps a hash of the request. Only with this key could a text that was erased be guessed from it.
    const isErasable = TAKE_TEXTS.has(route) && people !== undefined;
    const secret = isErasable ? Buffer.from(credentials.keyFor('texts')).toString('hex') : '';
    const findValid = find(identify, OF_THE_API_KEY.has(route), false, secret);
    if (route === ROUTES_BY_NAME.deleteApiKey) return (request) => findValid(request) ?? findRevoked(request);
    if (route !== ROUTES_BY_NAME.deleteBuilderKey) return findValid;
    return (request) => {
      const builder = findBuilder(request);
      return builder === undefined ? findValid(request) : builder;
    };
  };
}

const OPERATOR: KeyUser = { by: null, about: '', signature: null, isRevoked: false };

/** Key derived from a signature; the same for every spelling of the signature. */
export function keyOfSignature({ signature }: Pick<Caller, 'signature'>): string {
  return signatureKey(Buffer.from(signature, 'latin1').toString('base64url'));
}
