/** Builder headers beside whatever a request is: whose key they show. */
import type { AccountId } from '@bellwether/engine';
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/authenticator.ts';
import type { VenueView } from '../../ports/venue-view.ts';
import { type Failure, failure } from '../../wire/failure.ts';
import { bodyBytes } from './body.ts';
import { refusedCaller } from './caller.ts';

export interface Builder {
  readonly kind: 'builder';
  readonly account: AccountId;
  readonly address: string;
  readonly apiKey: string;
}

/** null when a request has none of the headers. */
export type IdentifyBuilder = (request: FastifyRequest) => Builder | Failure | null;

export function createIdentifyBuilder(authenticator: Authenticator, view: VenueView): IdentifyBuilder {
  return (request) => {
    const { raw } = request;
    const shown = authenticator.authenticateBuilder({
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
