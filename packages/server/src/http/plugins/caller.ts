/** The caller of a private route: the account behind its API key. */
import type { Account, AccountId, ApiKey } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator, KeyChecks } from '../../auth/authenticator.ts';
import { type AuthenticationRefused, INVALID_API_KEY, type SignedRequest } from '../../auth/refusals.ts';
import type { VenueView } from '../../ports/venue-view.ts';
import { type Failure, failure } from '../../wire/failure.ts';
import { bodyBytes } from './body.ts';

export interface Caller {
  readonly kind: 'caller';
  readonly account: Account;
  readonly apiKey: ApiKey['apiKey'];
  /** Signature of this request (32 bytes, one character each), and the second in which it was signed. */
  readonly signature: string;
  readonly timestamp: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, if already identified and still valid; else null. */
    caller: Caller | Failure | null;
  }
}

export type Identify = (request: FastifyRequest) => Caller | Failure;

/** Adds the caller property to requests. */
export function registerCallers(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
}

/** Describes problems that a user can fix; everything about keys has one text and one code. */
export function refusedCaller({ error, details }: AuthenticationRefused): Failure {
  const refusal =
    error === INVALID_API_KEY ? failure('invalid_api_key') : failure('unauthenticated', { detail: error });
  return details === undefined ? refusal : { ...refusal, details };
}

/** Creates the L2 check: the request's exact bytes under the caller's key. */
export function createIdentify(authenticator: Authenticator, view: VenueView): Identify {
  return (request) => request.caller ?? callerOf(authenticator, view, request);
}

/**
 * Creates the same check for revoked API keys. Their owner may learn the outcome of earlier requests, and nothing else.
 */
export function createIdentifyRevoked({ revoked }: Authenticator, view: VenueView): Identify {
  return (request) => callerOf(revoked, view, request);
}

/** A request as its key has signed it. */
function signedBy(request: FastifyRequest): SignedRequest {
  const { url = '', rawHeaders } = request.raw;
  return { method: request.method, path: url, rawHeaders, body: bodyBytes(request) };
}

function callerOf(checks: KeyChecks, view: VenueView, request: FastifyRequest): Caller | Failure {
  const authenticated = checks.authenticateL2(signedBy(request));
  if (authenticated.kind === 'refused') return refusedCaller(authenticated);
  const id = view.state.accountsByAddress.get(authenticated.address);
  const account = id === undefined ? undefined : view.state.accounts[id];
  if (account === undefined) return failure('invalid_api_key');
  const { apiKey, signature, timestamp } = authenticated;
  return { kind: 'caller', account, apiKey, signature, timestamp };
}

/** The account behind the builder headers that a request carries in addition. */
export interface Builder {
  readonly kind: 'builder';
  readonly account: AccountId;
  readonly address: string;
  readonly apiKey: string;
}

/** Returns null for a request without builder headers. */
export type IdentifyBuilder = (request: FastifyRequest) => Builder | Failure | null;

/** Creates the check of builder headers; with `authenticator.revoked` for revoked builder keys. */
export function createIdentifyBuilder(checks: KeyChecks, view: VenueView): IdentifyBuilder {
  return (request) => {
    const shown = checks.authenticateBuilder(signedBy(request));
    if (shown === null) return null;
    if (shown.kind === 'refused') return refusedCaller(shown);
    const { address, apiKey } = shown;
    const account = view.state.accountsByAddress.get(address);
    return account === undefined ? failure('invalid_api_key') : { kind: 'builder', account, address, apiKey };
  };
}
