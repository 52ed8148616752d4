/** A client of a node, which asks once: who measures asks again. */
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { eventually } from '@bellwether/venue-process/progress';

/** Before what was not answered is asked for again. */
export const RETRY_MS = 10;

const signer = createSigner(new Uint8Array(32).fill(7));

export const clientAt = ({ url, adminToken }: { readonly url: string; readonly adminToken: string }): Client =>
  createClient({ baseUrl: url, adminToken, account: { signer }, retry: { attemptsMax: 1 }, timeoutMs: 20_000 });

/** Resolves to the token of a new market in which the client has money to bid. */
export async function openMarket(client: Client): Promise<string> {
  await eventually(() => client.auth.credentials(), RETRY_MS);
  await client.admin.deposit({ wallet: signer.address, amount: '1000000' });
  const event = await client.admin.addEvent({ title: 'Benchmark', markets: [{ question: 'Benchmark?' }] });
  return (JSON.parse(event.markets[0]?.clobTokenIds ?? '[]') as string[])[0] ?? '';
}
