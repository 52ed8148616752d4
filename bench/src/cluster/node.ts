/** Nodes of a venue as their operator starts them, and a client of one. */
import { randomBytes } from 'node:crypto';
import { claimPort } from '@bellwether/postgres-process/ports';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { eventually } from '@bellwether/venue-process/progress';

/** Before what was not answered is asked for again. */
const RETRY_MS = 10;

const secret = randomBytes(24).toString('base64url');
const signer = createSigner(new Uint8Array(32).fill(7));

/** Environment variables of one more node on the journal at `url`. */
export async function nodeSettings(url: string): Promise<Readonly<Record<string, string>>> {
  return {
    BELLWETHER_JOURNAL: url,
    BELLWETHER_CLUSTER_ADDRESS: `127.0.0.1:${await claimPort()}`,
    BELLWETHER_CLUSTER_SECRET: secret,
    BELLWETHER_LOG_LEVEL: 'fatal',
  };
}

export const clientAt = ({ url, adminToken }: { readonly url: string; readonly adminToken: string }): Client =>
  createClient({ baseUrl: url, adminToken, account: { signer }, retry: { attemptsMax: 1 }, timeoutMs: 20_000 });

/** Resolves to the token of a new market in which the client has money to bid. */
export async function openMarket(client: Client): Promise<string> {
  await answered(() => client.auth.credentials());
  await client.admin.deposit({ wallet: signer.address, amount: '1000000' });
  const event = await client.admin.addEvent({ title: 'Benchmark', markets: [{ question: 'Benchmark?' }] });
  return (JSON.parse(event.markets[0]?.clobTokenIds ?? '[]') as string[])[0] ?? '';
}

/** Asks until it is answered. */
export const answered = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => eventually(ask, RETRY_MS);

/** Throws for any status but 200. */
export async function read(url: string): Promise<string> {
  const answer = await fetch(url);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} got ${answer.status}: ${text}`);
  return text;
}
