/** Who calls a private route: the account behind its API key. */
import type { Account, AccountId, ApiKey } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type AuthenticationRefused,
  type Authenticator,
  INVALID_API_KEY,
  type KeyChecks,
} from '../../auth/authenticator.ts';
import type { VenueView } from '../../ports/venue-view.ts';
import { type Failure, failure } from '../../wire/failure.ts';
import { bodyBytes } from './body.ts';

export interface Caller {
  readonly kind: 'caller';
  readonly account: Account;
  readonly apiKey: ApiKey['apiKey'];
  /** Of this request: the 32 bytes, a character each, and the second in which it was signed. */
  readonly signature: string;
  readonly timestamp: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, where that has been found out already and still holds; else null. */
    caller: Caller | Failure | null;
  }
}

export type Identify = (request: FastifyRequest) => Caller | Failure;

/** Gives requests a place for their caller. */
export function registerCallers(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
}

/** What a user can mend is told; everything about keys has one text and one code. */
export function refusedCaller({ error, details }: AuthenticationRefused): Failure {
  const refusal =
    error === INVALID_API_KEY ? failure('invalid_api_key') : failure('unauthenticated', { detail: error });
  return details === undefined ? refusal : { ...refusal, details };
}

/** Makes the L2 check: the request's exact bytes under the caller's key. */
export function createIdentify(authenticator: Authenticator, view: VenueView): Identify {
  return (request) => request.caller ?? callerOf(authenticator, view, request);
}

/** The same of a revoked API key: whose it was. It may be told what it has done, and nothing else. */
export function createIdentifyRevoked({ revoked }: Authenticator, view: VenueView): Identify {
  return (request) => callerOf(revoked, view, request);
}

function callerOf(checks: KeyChecks, view: VenueView, request: FastifyRequest): Caller | Failure {
  const { raw } = request;
  const authenticated = checks.authenticateL2({
    method: request.method,
    path: raw.url ?? '',
    rawHeaders: raw.rawHeaders,
    body: bodyBytes(request),
  });
  if (authenticated.kind === 'refused') return refusedCaller(authenticated);
  const id = view.state.accountsByAddress.get(authenticated.address);
  const account = id === undefined ? undefined : view.state.accounts[id];
  if (account === undefined) return failure('invalid_api_key');
  const { apiKey, signature, timestamp } = authenticated;
  return { kind: 'caller', account, apiKey, signature, timestamp };
}

/** The account of builder headers beside whatever a request is: whose key they show. */
export interface Builder {
  readonly kind: 'builder';
  readonly account: AccountId;
  readonly address: string;
  readonly apiKey: string;
}

/** null when a request has none of the headers. */
export type IdentifyBuilder = (request: FastifyRequest) => Builder | Failure | null;

/** With `authenticator.revoked`: of a builder key that is revoked. */
export function createIdentifyBuilder(checks: KeyChecks, view: VenueView): IdentifyBuilder {
  return (request) => {
    const { raw } = request;
    const shown = checks.authenticateBuilder({
      method: request.method,
      path: raw.url ?? '',
      rawHeaders: raw.rawHeaders,
      body: bodyBytes(request),
    });
    if (shown === null) return null;
    if (shown.kind === 'refused') return refusedCaller(shown);
    const { address, apiKey } = shown;
    const account = view.state.accountsByAddress.get(address);
    return account === undefined ? failure('invalid_api_key') : { kind: 'builder', account, address, apiKey };
  };
}
