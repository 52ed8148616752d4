/**
 * Tests the balancer files of `deploy/`, unchanged except for addresses and certificate, in front of real nodes.
 * Skipped if a balancer is not installed, except in CI.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { claimPort } from '@bellwether/postgres-process/ports';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { createClient, createSigner } from '@bellwether/sdk';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Balancer,
  type BalancerOptions,
  isInstalled,
  type Kind,
  startBalancer,
} from './testing/deployed-balancer.ts';
import { openMarket, openOrders, place } from './testing/trader.ts';

/** Local addresses, one per client. Their number is odd, so that round-robin would not look like sticky clients. */
const CLIENTS = Array.from({ length: 13 }, (_, index) => `127.0.0.${10 + index}`);
const SETTINGS = {
  BELLWETHER_TRUST_PROXY: '127.0.0.1/32',
  BELLWETHER_DATA_ALLOWLIST: '127.0.0.10/32',
  BELLWETHER_LOG_LEVEL: 'fatal',
  BELLWETHER_ADMIN_TOKEN: 'the-same-token-everywhere-0123456789',
  BELLWETHER_MASTER_KEY: 'ab'.repeat(32),
};

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function balance(program: Kind, nodes: readonly number[], options?: BalancerOptions): Promise<Balancer> {
  const balancer = await startBalancer(program, nodes, options);
  closers.push(() => balancer.stop());
  return balancer;
}

async function startNode(settings: Readonly<Record<string, string>> = {}): Promise<VenueProcess> {
  const venue = await startVenueProcess({ settings: { ...SETTINGS, ...settings } });
  closers.push(() => venue.stop());
  return venue;
}

const portOf = ({ url }: VenueProcess): number => Number(new URL(url).port);

/** Sends a request on a new connection, from this local address, and returns the answer's head. */
async function headOf(
  port: number,
  method: string,
  path: string,
  from = '127.0.0.1',
  headers = {},
): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port, localAddress: from, method, path, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer.resume();
}

const statusOf = async (...asked: Parameters<typeof headOf>): Promise<number> =>
  (await headOf(...asked)).statusCode ?? 0;

/** Starts a healthy node that answers every other request as the test says. Resolves to its port. */
async function nodeThat(does: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const node = createServer((request, response) => {
    if (request.url === '/ok') response.end('OK');
    else does(request, response);
  }).listen(0, '127.0.0.1');
  await once(node, 'listening');
  closers.push(() => void node.close());
  return (node.address() as AddressInfo).port;
}

const contractIn = (venue: string): string =>
  (JSON.parse(venue) as { domain: { verifyingContract: string } }).domain.verifyingContract;

/** The venue that answers this client, identified by its order contract. */
async function venueOf(balancer: Balancer, client: string): Promise<string> {
  const { status, text } = await balancer.ask('/venue', client);
  if (status !== 200) return String(status);
  return contractIn(text);
}

const venuesOf = (balancer: Balancer): Promise<string[]> =>
  Promise.all(CLIENTS.map((client) => venueOf(balancer, client)));

interface Feed {
  readonly first: unknown;
  readonly ended: Promise<unknown>;
  /** Resolves when a received message contains `words`. */
  told(words: string): Promise<void>;
}

async function follow(balancer: Balancer, tokenId: string): Promise<Feed> {
  const feed = new WebSocket(`ws://127.0.0.1:${balancer.port}/ws/market`);
  const said: string[] = [];
  feed.addEventListener('message', ({ data }) => said.push(String(data)));
  const ended = new Promise((resolve) => feed.addEventListener('close', resolve));
  const first = await new Promise((resolve, reject) => {
    feed.addEventListener('open', () => feed.send(JSON.stringify({ type: 'market', assets_ids: [tokenId] })));
    feed.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))));
    feed.addEventListener('close', () => reject(new Error('the feed has ended')));
  });
  closers.push(() => feed.close());
  const told = async (words: string): Promise<void> => {
    while (!said.some((text) => text.includes(words)))
      await new Promise((resolve) => feed.addEventListener('message', resolve, { once: true }));
  };
  return { first, ended, told };
}

describe.each(['haproxy', 'nginx'] as const)('deploy: %s before two venues', (program) => {
  test(`deploy: ${program}: a write that a node has had and not answered is not sent to another one`, async ({
    skip,
  }) => {
    if (process.env['CI'] !== 'true' && !isInstalled(program)) skip(`${program} is not installed`);
    const had: string[] = [];
    const node = (): Promise<number> =>
      nodeThat((request) => {
        had.push(request.method ?? '');
        request.socket.destroy();
      });
    const nodes = [await node(), await node(), await node()];
    const balancer = await balance(program, nodes);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      had.length = 0;
      const { statusCode, headers } = await headOf(balancer.port, method, '/cancel-all');
      expect([method, statusCode, had]).toEqual([method, 502, [method]]);
      expect([method, headers]).toMatchObject([method, { 'content-type': 'application/json', 'retry-after': '1' }]);
      // The balancer avoids an unreachable node for a moment.
      await eventually(async () => expect(await statusOf(balancer.port, 'GET', '/ok')).toBe(200));
    }
    if (program !== 'nginx') return;
    const large = { 'content-length': 18_000_000 };
    const { statusCode, headers } = await headOf(balancer.port, 'POST', '/order', '127.0.0.1', large);
    expect([statusCode, headers['content-type']]).toEqual([413, 'application/json']);
  });

  test(`deploy: ${program}: a write that could not be sent goes to another node, but for what nginx sends once`, async ({
    skip,
  }) => {
    if (process.env['CI'] !== 'true' && !isInstalled(program)) skip(`${program} is not installed`);
    const node = (): Promise<number> => nodeThat((_request, response) => void response.end('done'));
    // Enough clients that some of them belong to the third node.
    const clients = Array.from({ length: 48 }, (_, index) => `127.0.0.${100 + index}`);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      // Nothing listens at the third address. With health checks the node would soon get no requests, and a request in
      // transit when it is marked down gets a 502 instead of being resent.
      const nodes = [await node(), await node(), await claimPort()];
      const balancer = await balance(program, nodes, { asksNodes: false });
      const statuses = async (): Promise<number[]> => {
        const all = clients.map((client) => statusOf(balancer.port, method, '/cancel-all', client));
        return [...new Set(await Promise.all(all))].toSorted();
      };
      // A node found to be down is avoided for a moment.
      if (program === 'nginx' && (method === 'PUT' || method === 'DELETE'))
        await eventually(async () => expect(await statuses()).toEqual([200, 502]));
      else expect([method, await statuses()]).toEqual([method, [200]]);
    }
  });

  test(`deploy: ${program}: clients keep their node, one that ends or stands still is left, addresses are true`, async ({
    skip,
  }) => {
    if (process.env['CI'] !== 'true' && !isInstalled(program)) skip(`${program} is not installed`);
    const [one, two] = await Promise.all([startNode(), startNode()]);
    const balancer = await balance(program, [portOf(one), portOf(two), await claimPort()]);
    // Nothing listens at the third address, so its clients are sent on. A node that has not answered its health check,
    // like one that has just started on a busy machine, is avoided for a moment. So repeat until all nodes are healthy.
    const both = [one, two].map(({ url }) => url);
    const contracts = await Promise.all(
      both.map(async (url) => contractIn(await (await fetch(`${url}/venue`)).text())),
    );
    const isKept = async (): Promise<boolean> => {
      const first = await venuesOf(balancer);
      for (let round = 0; round < 4; round++) if (String(await venuesOf(balancer)) !== String(first)) return false;
      return String([...new Set(first)].toSorted()) === String(contracts.toSorted());
    };
    await eventually(async () => expect(await isKept()).toBe(true));

    // The allow-list uses the client's real address and ignores forwarded ones.
    const [listed = '', other = ''] = CLIENTS;
    expect((await balancer.ask('/trades', listed)).status).toBe(200);
    expect((await balancer.ask('/trades', other, { 'x-forwarded-for': listed })).status).toBe(401);

    const answers = (answer: object): Promise<void> =>
      eventually(async () => expect(await balancer.ask('/venue')).toMatchObject(answer));
    await one.end('SIGKILL');
    await eventually(async () => expect(await venuesOf(balancer)).toEqual(CLIENTS.map(() => contracts[1])));

    if (program === 'haproxy') {
      // The stopped node accepts connections and stays silent; only a health check reveals it.
      process.kill(two.pid, 'SIGSTOP');
      const text = expect.stringContaining('"code":"unavailable"');
      await answers({ status: 503, type: 'application/json', text });
      process.kill(two.pid, 'SIGCONT');
      await answers({ status: 200 });
    } else {
      await two.end('SIGKILL');
      const text = expect.stringContaining('"code":"outcome_unknown"');
      await answers({ status: 502, type: 'application/json', text });
    }
  });
});

describeWithPostgres('deploy: a takeover behind balancers', () => {
  test('deploy: haproxy and nginx take orders and feeds to the node that takes over', async ({ skip }) => {
    const isThere = (each: Kind) => process.env['CI'] === 'true' || isInstalled(each);
    const programs = (['haproxy', 'nginx'] as const).filter(isThere);
    const [program] = programs;
    if (program === undefined) return skip('neither haproxy nor nginx is installed');
    const pair: PostgresPair = await startPostgresPair({ standby: true });
    closers.push(() => pair.stop());
    const shared = { BELLWETHER_JOURNAL: pair.primary.url, BELLWETHER_CLUSTER_SECRET: 'cd'.repeat(32) };
    const startMember = async (): Promise<VenueProcess> =>
      startNode({ ...shared, BELLWETHER_CLUSTER_ADDRESS: `127.0.0.1:${await claimPort()}` });
    const nodes = [await startMember(), await startMember()];
    const ports = [...nodes.map(portOf), await claimPort()];
    const balancers: Balancer[] = [];
    for (const each of programs) balancers.push(await balance(each, ports));

    const signer = createSigner(new Uint8Array(32).fill(7));
    const clients = balancers.map(({ url: baseUrl }) =>
      createClient({ baseUrl, adminToken: SETTINGS.BELLWETHER_ADMIN_TOKEN, account: { signer } }),
    );
    const [operator] = clients;
    if (operator === undefined) throw new Error('there is a balancer');
    const { tokenId } = await openMarket(operator, '1000');
    const placed: string[] = [];
    for (const client of clients) placed.push(await place(client, tokenId));
    const feeds = await Promise.all(balancers.map((balancer) => follow(balancer, tokenId)));
    for (const { first: book } of feeds) expect(JSON.stringify(book)).toContain('"0.4');

    // The leader, which is the first node.
    await nodes[0]?.end('SIGKILL');
    for (const client of clients) placed.push(await place(client, tokenId, '0.45'));
    for (const client of clients) expect(await openOrders(client)).toEqual(placed.toSorted());
    // Feeds at that node are told and reconnect; the others continue.
    await Promise.all(feeds.map(({ ended, told }) => Promise.race([ended, told('"0.45')])));
    for (const balancer of balancers) {
      const { first: book } = await eventually(() => follow(balancer, tokenId));
      expect(JSON.stringify(book)).toContain('"0.45');
    }

    // No commit means no lease, so no node knows who leads.
    const [haproxy] = programs.includes('haproxy') ? balancers : [];
    if (haproxy === undefined) return;
    await pair.standby?.pause();
    const text = expect.stringContaining('"code":"unavailable"');
    await eventually(async () => expect(await haproxy.ask('/venue')).toMatchObject({ status: 503, text }));
    pair.standby?.resume();
    await eventually(async () => expect((await haproxy.ask('/venue')).status).toBe(200));
  });
});
