/**
 * Reads of a venue that is for members. A read that names nobody is refused there; it goes out again as the account's or
 * the administrator's, and so do all later ones. At any other venue, nothing is signed that need not be.
 */

import type { Credentials } from '@bellwether/contract';
import { apiKeyHeaders, DEFAULT_HEADER_PREFIX, type Headers } from './authentication.ts';
import { ApiError } from './errors.ts';
import type { Identity } from './transport.ts';

export const tokenIdentity = (token: string | undefined): Identity | null =>
  token === undefined ? null : { kind: 'headers', headers: async () => ({ authorization: `Bearer ${token}` }) };

interface Given {
  readonly account?: { readonly credentials?: Credentials };
  readonly adminToken?: string;
  readonly headerPrefix?: string;
}

/** Credentials that need nothing of the venue; null: none. */
export function givenIdentity(options: Given, address: string | undefined): Identity | null {
  const { account, adminToken, headerPrefix: prefix = DEFAULT_HEADER_PREFIX } = options;
  const credentials = account?.credentials;
  if (address === undefined || credentials === undefined) return tokenIdentity(adminToken);
  return { kind: 'api-key', address, credentials, prefix };
}

export class MemberReads {
  #identity: Identity | null = null;

  /** Credentials of reads. */
  get identity(): Identity {
    return this.#identity ?? { kind: 'anonymous' };
  }

  /** `own`: credentials for a second attempt, from the refusal of the first; null: none. */
  async send<Answer>(
    identity: Identity,
    own: (refusal: ApiError) => Identity | null | Promise<Identity | null>,
    send: (identity: Identity) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await send(identity);
    } catch (error) {
      const isKept = error instanceof ApiError && error.code === 'members_only' && identity.kind === 'anonymous';
      const found = isKept ? await own(error) : null;
      if (found === null) throw error;
      const answer = await send(found);
      this.#identity = found;
      return answer;
    }
  }

  /** Headers with which a feed is opened; null if none are needed, or no API key is at hand. */
  feedHeaders(path: string, second: number): Headers | null {
    if (this.#identity?.kind !== 'api-key') return null;
    const { address, credentials, prefix } = this.#identity;
    return apiKeyHeaders(address, credentials, { timestamp: second, method: 'GET', path, body: '' }, prefix);
  }
}
