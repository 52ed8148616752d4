/** A client of a node without retries; the measuring code repeats requests. */
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { eventually } from '@bellwether/venue-process/progress';

/** Pause before an unanswered request is repeated. */
export const RETRY_MS = 10;

const signer = createSigner(new Uint8Array(32).fill(7));

export const clientAt = ({ url, adminToken }: { readonly url: string; readonly adminToken: string }): Client =>
  createClient({ baseUrl: url, adminToken, account: { signer }, retry: { attemptsMax: 1 }, timeoutMs: 20_000 });

/** Opens a market and funds the client. Resolves to the market's token. */
export async function openMarket(client: Client): Promise<string> {
  await eventually(() => client.auth.credentials(), RETRY_MS);
  await client.admin.deposit({ wallet: signer.address, amount: '1000000' });
  const { markets } = await client.admin.addEvent({ title: 'Benchmark', markets: [{ question: 'Benchmark?' }] });
  return markets[0]?.tokenIds[0] ?? '';
}
