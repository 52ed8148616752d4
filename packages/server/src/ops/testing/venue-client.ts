/** Clients of a venue in a process of its own. */
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import type { VenueProcess } from '@bellwether/venue-process';

/** A busy machine says nothing about the venue. */
const TIMEOUT_MS = 900_000;

/** A client of the account with that digit for a key, and of the operator. It tries once, unless it is to be patient. */
export function clientOf({ url, adminToken }: VenueProcess, digit: string, isPatient = false): Client {
  const account = { signer: createSigner(`0x${digit.repeat(64)}`) };
  const retry = isPatient ? {} : { retry: { attemptsMax: 1 } };
  return createClient({ baseUrl: url, adminToken, account, timeoutMs: TIMEOUT_MS, ...retry });
}

/** Gives the account of a client money and adds a market; resolves to its first token. */
export async function openMarket(client: Client): Promise<string> {
  await client.auth.credentials();
  await client.admin.deposit({ wallet: client.account.address, amount: '100000' });
  const { markets } = await client.admin.addEvent({ title: 'Rain', markets: [{ question: 'Will it rain?' }] });
  return markets[0]?.tokenIds[0] ?? '';
}
