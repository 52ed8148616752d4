/** Initial data for runs on real venues: markets, and accounts with money. */
import { type Client, createClient } from '@bellwether/sdk';
import type { VenueProcess } from '@bellwether/venue-process';

export type VenueAddress = Pick<VenueProcess, 'url' | 'adminToken'>;

/** Maximum number of orders in one request; they go into one commit. */
export const ORDERS_OF_A_REQUEST = 15;

type ClientsOf = (venue: VenueAddress) => readonly Client[];

/** `money`: amount per account. */
export async function openAccounts(venue: VenueAddress, count: number, money: string): Promise<ClientsOf> {
  const clients: ClientsOf = ({ url, adminToken }) =>
    Array.from({ length: count }, (_, account) => {
      const signer = new Uint8Array(32).fill(account + 1);
      return createClient({ baseUrl: url, adminToken, account: { signer } });
    });
  for (const client of clients(venue)) {
    await client.auth.credentials();
    await client.admin.deposit({ wallet: client.account.address, amount: money });
  }
  return clients;
}

export interface Question {
  readonly conditionId: string;
  readonly tokens: readonly [string, string];
}

export async function addQuestions(
  { url, adminToken }: VenueAddress,
  title: string,
  count: number,
): Promise<{ readonly event: number; readonly questions: readonly Question[] }> {
  const { admin } = createClient({ baseUrl: url, adminToken });
  const markets = Array.from({ length: count }, (_, at) => ({ question: `${title} ${at}?` }));
  const event = await admin.addEvent({ title, markets });
  const questions = event.markets.map(({ conditionId, clobTokenIds }) => {
    const [first = '', second = ''] = JSON.parse(clobTokenIds) as string[];
    return { conditionId, tokens: [first, second] as const };
  });
  return { event: Number(event.id), questions };
}

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
