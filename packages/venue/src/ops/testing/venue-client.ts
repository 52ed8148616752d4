import { type Client, createClient, createSigner } from '@bellwether/sdk';
import type { VenueProcess } from '@bellwether/venue-process';

/** Generous, because a slow answer on a busy machine says nothing about the venue. */
const TIMEOUT_MS = 900_000;

/** Client of the key of this repeated digit, with the operator's token. It tries once, unless it is patient. */
export function clientOf({ url, adminToken }: VenueProcess, digit: string, isPatient = false): Client {
  const account = { signer: createSigner(`0x${digit.repeat(64)}`) };
  const retry = isPatient ? {} : { retry: { attemptsMax: 1 } };
  return createClient({ baseUrl: url, adminToken, account, timeoutMs: TIMEOUT_MS, ...retry });
}

/** Funds a client's account and adds a market; resolves to its first token. */
export async function openMarket(client: Client): Promise<string> {
  await client.auth.credentials();
  await client.admin.deposit({ wallet: client.account.address, amount: '100000' });
  const { markets } = await client.admin.addEvent({ title: 'Rain', markets: [{ question: 'Will it rain?' }] });
  return markets[0]?.tokenIds[0] ?? '';
}

/** Places `count` orders at once and calls `then` when half are acknowledged. Resolves to all acknowledged ids. */
export async function placeMany(client: Client, tokenId: string, count: number, then: () => void): Promise<string[]> {
  const order = { tokenId, side: 'BUY', price: '0.4', size: '5' } as const;
  const orders = await Promise.all(Array.from({ length: count }, () => client.orders.sign(order)));
  const acknowledged: string[] = [];
  await Promise.allSettled(
    orders.map(async (signed) => {
      acknowledged.push((await client.orders.place(signed)).orderID);
      if (acknowledged.length === count / 2) then();
    }),
  );
  return acknowledged;
}
