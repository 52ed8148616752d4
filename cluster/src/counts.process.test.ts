/** State that three nodes share, and counts that each node keeps for itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { type Client, type Credentials, createClient, createSigner } from '@bellwether/sdk';
import { createDataDir } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { openMarket } from './testing/trader.ts';

/** Limit of `POST /order` in an hour; once exceeded, it stays exceeded during the test. */
const ORDERS_MAX = 4;
const signer = createSigner(new Uint8Array(32).fill(1));
const ONCE = { retry: { attemptsMax: 1 }, timeoutMs: 900_000 } as const;

let cluster: Cluster;
let credentials: Credentials;
let conditionId: string;
let tokenId: string;

const urls = (): string[] => cluster.nodes.map(({ port }) => `http://127.0.0.1:${port}`);

const clientAt = (baseUrl: string, send: typeof fetch = fetch): Client =>
  createClient({ baseUrl, account: { signer, credentials }, ...ONCE, fetch: send });

/** Captures the signed request that `work` would send. */
async function requestOf(work: (client: Client) => Promise<unknown>): Promise<{ path: string; init: RequestInit }> {
  let request: { path: string; init: RequestInit } | null = null;
  const [base = ''] = urls();
  const hold: typeof fetch = (input, init) => {
    if (init?.method === 'GET') return fetch(input, init);
    request = { path: String(input).slice(base.length), init: { ...init, signal: null } };
    return Promise.reject(new Error('it is held back'));
  };
  await expect(work(clientAt(base, hold))).rejects.toThrow();
  return request ?? expect.unreachable();
}

/** Sends the same bytes to every node at once. */
async function sendToAll({ path, init }: { path: string; init: RequestInit }): Promise<readonly unknown[]> {
  const answers = await Promise.all(urls().map((base) => fetch(base + path, init)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  seen = Math.max(...answers.map(({ headers }) => Number(headers.get('x-sequence'))));
  return Promise.all(answers.map((answer) => answer.json()));
}

/** The entry up to which a node has shown everything. */
let seen = 0;

async function free(): Promise<number> {
  const [base = ''] = urls();
  const after: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-after-sequence', String(seen));
    return fetch(input, { ...init, headers });
  };
  const { wallets } = await clientAt(base, after).account.get();
  return wallets.reduce((sum, wallet) => sum + Number(wallet.free), 0);
}

describeWithPostgres('what three nodes have in common', () => {
  beforeAll(async () => {
    const caps = join(createDataDir(), 'caps.json');
    writeFileSync(caps, JSON.stringify({ order: [{ requests: ORDERS_MAX, seconds: 3_600 }] }));
    const quiet = { BELLWETHER_DEMO: 'off', BELLWETHER_LOG_LEVEL: 'fatal' };
    const settings = { ...quiet, BELLWETHER_STARTING_BALANCE: '0', BELLWETHER_LIMITS: caps };
    cluster = await startCluster({ nodes: 3, port: 0, settings });
    const { adminToken, url } = cluster;
    const operator = createClient({ baseUrl: url, adminToken, account: { signer } });
    credentials = await eventually(() => operator.auth.credentials());
    ({ conditionId, tokenId } = await openMarket(operator, '1000'));
    await cluster.awaitFollowers();
  });
  afterAll(() => cluster?.stop());

  const order = (client: Client) => client.orders.sign({ tokenId, side: 'BUY', price: '0.40', size: '5' });

  test('an order that comes to all nodes at once is placed once', async () => {
    const [base = ''] = urls();
    const signed = await order(clientAt(base));
    const answers = await sendToAll(await requestOf((client) => client.orders.place(signed)));
    expect(new Set(answers.map((answer) => (answer as { orderID: string }).orderID)).size).toBe(1);
    expect(await free()).toBe(1_000 - 2);
  });

  test('a signed request has one effect at all nodes, with an Idempotency-Key and without', async () => {
    const before = await free();
    const keyed = await requestOf((client) => client.account.split({ conditionId, amount: '7' }));
    expect(new Headers(keyed.init.headers).has('idempotency-key')).toBe(true);
    for (const _time of ['first', 'again']) {
      await sendToAll(keyed);
      expect(await free()).toBe(before - 7);
    }
    const { path, init } = await requestOf((client) => client.account.split({ conditionId, amount: '11' }));
    const headers = new Headers(init.headers);
    headers.delete('idempotency-key');
    for (const _time of ['first', 'again']) {
      await sendToAll({ path, init: { ...init, headers } });
      expect(await free()).toBe(before - 7 - 11);
    }
  });

  test('each node counts request caps for itself', async () => {
    for (const base of urls()) {
      const client = clientAt(base);
      // The first request was the order sent to all nodes.
      for (let count = 1; count < ORDERS_MAX; count++) await client.orders.place(await order(client));
      await expect(client.orders.place(await order(client))).rejects.toMatchObject({ code: 'rate_limited' });
    }
  });
});
