/** What clients do in the venues whose folders are damaged. */
import { type Client, createClient } from '@bellwether/sdk';
import type { VenueProcess } from '@bellwether/venue-process';

export const ACCOUNTS = 4;
/** The most that one request takes; they go into one commit. */
export const ORDERS_OF_A_REQUEST = 15;

export type ClientsOf = (venue: VenueProcess) => readonly Client[];

/** `money`: of each account. */
export async function openAccounts(venue: VenueProcess, money: string): Promise<ClientsOf> {
  const clients: ClientsOf = ({ url, adminToken }) =>
    Array.from({ length: ACCOUNTS }, (_, account) => {
      const signer = new Uint8Array(32).fill(account + 1);
      return createClient({ baseUrl: url, adminToken, account: { signer } });
    });
  for (const client of clients(venue)) {
    await client.auth.credentials();
    await client.admin.deposit({ wallet: client.account.address, amount: money });
  }
  return clients;
}

/** One market; answers its two tokens. */
export async function addMarkets({ url, adminToken }: VenueProcess): Promise<readonly string[]> {
  const { admin } = createClient({ baseUrl: url, adminToken });
  const event = await admin.addEvent({ title: 'Damage', markets: [{ question: 'Is it found?' }] });
  return event.markets.flatMap(({ clobTokenIds }) => JSON.parse(clobTokenIds) as string[]);
}

/** Orders of one account to buy one outcome. */
export async function placeBatch(client: Client, tokenId: string, priceOf: (at: number) => string): Promise<void> {
  const orders = Array.from({ length: ORDERS_OF_A_REQUEST }, (_, at) => ({
    tokenId,
    side: 'BUY' as const,
    price: priceOf(at),
    size: String(5 + at),
  }));
  const answers = await client.orders.placeMany(orders);
  for (const { success, errorMsg } of answers) if (!success) throw new Error(`an order was refused: ${errorMsg}`);
}
