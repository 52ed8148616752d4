/** Data folders as released versions left them, with the answers that they gave last. */
import { createClient, createSigner } from '@bellwether/sdk';

export const FOLDERS = new URL('../fixtures/folders/', import.meta.url).pathname;

/** Small steps, so that a small folder has snapshots and sealed files. */
export const FOLDER_SETTINGS = { BELLWETHER_SNAPSHOT_EVERY: '100', BELLWETHER_STARTING_BALANCE: '50' } as const;

export const TRADERS = ['a', 'b'] as const;

export type Trader = (typeof TRADERS)[number] | 'c';

export function clientOf(url: string, trader: Trader, adminToken?: string) {
  const signer = createSigner(`0x${trader.repeat(64)}`);
  return createClient({ baseUrl: url, account: { signer }, ...(adminToken !== undefined && { adminToken }) });
}

/** Answers that time alone does not change: catalog, trades, books, comments, and all that the traders own. */
export async function answersOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = {};
  const get = async (path: string) => {
    answers[path] = await (await fetch(url + path)).json();
  };
  // Its volume of a day changes by itself.
  const [event] = await createClient({ baseUrl: url }).events.list({ limit: 1 });
  await get('/simplified-markets');
  await get('/trades?limit=1000&takerOnly=false');
  await get(`/comments?parent_entity_type=Event&parent_entity_id=${event?.id}&limit=100`);
  for (const trader of TRADERS) {
    const client = clientOf(url, trader);
    await client.auth.credentials();
    // The sign-in is an entry of its own.
    const { sequence: _, ...account } = await client.account.get();
    const { address } = account;
    answers[`account ${trader}`] = account;
    answers[`orders ${trader}`] = await client.orders.list();
    for (const path of ['positions', 'closed-positions', 'activity']) await get(`/${path}?user=${address}&limit=100`);
  }
  return answers;
}
