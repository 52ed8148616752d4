/**
 * Finds the sender of a request that an `Idempotency-Key` or its signature names. Where the request means another thing for each API
 * key of an account, the key is a part of it, as a body is. A key that revokes itself is known once more: by the request that revoked it.
 */
import { HEARTBEAT_ROUTES, ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import { signatureKey } from '@bellwether/engine';
import type { FastifyRequest } from 'fastify';
import { isFailure } from '../../wire/failure.ts';
import type { AppDependencies } from '../dependencies.ts';
import { type Caller, createIdentifyBuilder, createIdentifyRevoked, type Identify } from './caller.ts';
import type { KeyOwner } from './under-way.ts';

export interface KeyUser {
  /** Whose key it is; null is the operator. */
  readonly by: KeyOwner;
  /** What is asked beside method, path and body; empty for nothing. */
  readonly about: string;
  /** `signatureKey` of what it signed; null where it signed nothing, or the same may be meant once more. */
  readonly signature: string | null;
  /** It may be told what was done, and nothing new is done for it. */
  readonly isRevoked: boolean;
}

/** null: no one is known, and the handler says why, or finds out who it is. */
export type FindKeyUser = (request: FastifyRequest) => KeyUser | null;

/** They are about the API key that signs them. */
const OF_THE_API_KEY: ReadonlySet<Route> = new Set<Route>([
  ...Object.values(HEARTBEAT_ROUTES),
  ROUTES_BY_NAME.deleteApiKey,
]);

/** What the users of a route's keys are found with. */
export interface KeyUsers {
  forRoute(route: Route): FindKeyUser;
}

export function createKeyUsers(
  { authenticator, view, namesRequest = () => true }: Pick<AppDependencies, 'authenticator' | 'view' | 'namesRequest'>,
  identify: Identify,
): KeyUsers {
  const find = (identifyHere: Identify, isOfApiKey: boolean, isRevoked: boolean): FindKeyUser => {
    return (request) => {
      const caller = identifyHere(request);
      if (isFailure(caller)) return null;
      // The handler need not find it out again.
      if (!isRevoked) request.caller = caller;
      const signature = namesRequest(caller.timestamp) ? keyOfSignature(caller) : null;
      return { by: caller.account.id, about: isOfApiKey ? caller.apiKey : '', signature, isRevoked };
    };
  };
  const findRevoked = find(createIdentifyRevoked(authenticator, view), true, true);
  const identifyBuilder = createIdentifyBuilder(authenticator, view);
  const identifyRevokedBuilder = createIdentifyBuilder(authenticator.revoked, view);

  /** undefined: it has no builder headers. */
  const findBuilder = (request: FastifyRequest): KeyUser | null | undefined => {
    const valid = identifyBuilder(request);
    if (valid === null) return undefined;
    const builder = isFailure(valid) ? identifyRevokedBuilder(request) : valid;
    if (builder === null || isFailure(builder)) return null;
    return { by: builder.account, about: builder.apiKey, signature: null, isRevoked: builder !== valid };
  };

  return {
    forRoute(route) {
      if (route.auth === 'admin') return () => OPERATOR;
      if (route.auth !== 'l2') return () => null;
      const findValid = find(identify, OF_THE_API_KEY.has(route), false);
      if (route === ROUTES_BY_NAME.deleteApiKey) return (request) => findValid(request) ?? findRevoked(request);
      if (route !== ROUTES_BY_NAME.deleteBuilderKey) return findValid;
      return (request) => {
        const builder = findBuilder(request);
        return builder === undefined ? findValid(request) : builder;
      };
    },
  };
}

const OPERATOR: KeyUser = { by: null, about: '', signature: null, isRevoked: false };

/** The same for every spelling of the signature. */
export function keyOfSignature({ signature }: Pick<Caller, 'signature'>): string {
  return signatureKey(Buffer.from(signature, 'latin1').toString('base64url'));
}
