/** SDK clients for the venue that served this page. This is the only module that creates clients without an account. */
import { type Client, createClient, type VenueClock } from '@bellwether/sdk';
import { IS_FOR_MEMBERS } from '../session/venue-people.ts';

export type { Client };

/** The page is always served by its venue. */
export const VENUE_URL: string = location.origin;

/** A venue for members wants the token with its reads too. */
export function createOperatorClient(adminToken: string): Client {
  if (!IS_FOR_MEMBERS) return createClient({ baseUrl: VENUE_URL, adminToken });
  const authorization = `Bearer ${adminToken}`;
  return createClient({
    ...{ baseUrl: VENUE_URL, adminToken },
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, authorization } }),
  });
}

/** Creates a client for public calls. Account calls use the account's own client. */
export function createPublicClient(venueClock: VenueClock): Client {
  return createClient({ baseUrl: VENUE_URL, venueClock });
}
