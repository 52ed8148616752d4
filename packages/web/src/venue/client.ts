/** The SDK's client of the venue that served this page. The only place that makes one without an account. */
import { type Client, createClient, type VenueClock } from '@bellwether/sdk';

export type { Client };

/** Where the page came from is where the venue is. */
export const VENUE_URL: string = location.origin;

/** For the operator alone: sends the token with the calls that need it. */
export function createOperatorClient(adminToken: string): Client {
  return createClient({ baseUrl: VENUE_URL, adminToken });
}

/** For everything that is public. Calls of an account are made with the account's own client. */
export function createPublicClient(venueClock: VenueClock): Client {
  return createClient({ baseUrl: VENUE_URL, venueClock });
}
