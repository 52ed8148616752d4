/** SDK clients for the venue that served this page. This is the only module that creates clients without an account. */
import { type Client, createClient, type VenueClock } from '@bellwether/sdk';

export type { Client };

/** The page is always served by its venue. */
export const VENUE_URL: string = location.origin;

export function createOperatorClient(adminToken: string): Client {
  return createClient({ baseUrl: VENUE_URL, adminToken });
}

/** Creates a client for public calls. Account calls use the account's own client. */
export function createPublicClient(venueClock: VenueClock): Client {
  return createClient({ baseUrl: VENUE_URL, venueClock });
}
