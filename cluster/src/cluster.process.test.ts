/**
 * Three nodes on a real PostgreSQL pair. The leader is killed, stopped and cut off, and no acknowledged order is lost.
 */
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { runBellwether } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { openMarket, openOrders, place } from './testing/trader.ts';

let cluster: Cluster;
const signer = createSigner(new Uint8Array(32).fill(7));
let client: Client;
let adminToken = '';
let tokenId = '';
/** Ids of acknowledged orders. */
const acknowledged: string[] = [];

async function placeMore(count: number): Promise<void> {
  for (let index = 0; index < count; index++) acknowledged.push(await place(client, tokenId));
}

/** Checks that every acknowledged order exists once and that this account has no others. */
const expectAllThere = async (): Promise<void> => expect(await openOrders(client)).toEqual(acknowledged.toSorted());

/** No retries. So the existing credentials are reused: a second sign-in within one second would need a retry. */
const ONCE = { retry: { attemptsMax: 1 }, timeoutMs: 900_000 } as const;
const account = async () => ({ signer, credentials: await client.auth.credentials() });

/** Standings that each running node reports to its operator about itself and the others. */
function standings() {
  const standingOf = async ({ name, port }: Cluster['nodes'][number]) => {
    const { admin } = createClient({ baseUrl: `http://127.0.0.1:${port}`, adminToken });
    const { cluster: standing } = await admin.health();
    if (standing === undefined) throw new Error(`node ${name} says nothing of nodes`);
    return { ...standing, name, port };
  };
  return Promise.all(cluster.nodes.filter(({ port }) => port !== 0).map(standingOf));
}

/** The same, once all three nodes agree on the leader and none is behind. */
async function agreedStandings() {
  await cluster.awaitFollowers();
  const isAgreed = (told: Awaited<ReturnType<typeof standings>>): boolean =>
    told.length === 3 &&
    new Set(told.map(({ leader }) => leader?.address)).size === 1 &&
    told.every(({ followers, lag_entries: lag }) => followers.length === 2 && lag === 0) &&
    told.every(({ followers }) => followers.every((follower) => follower.lag_entries === 0));
  return eventually(async () => {
    const told = await standings();
    if (!isAgreed(told)) throw new Error(`nodes do not agree: ${JSON.stringify(told)}`);
    return told;
  });
}

/** Node metrics of the node at this port, by the rest of their names. */
async function figures(port: number): Promise<Record<string, number>> {
  const text = await createClient({ baseUrl: `http://127.0.0.1:${port}` }).venue.metrics();
  const lines = text.matchAll(/^bellwether_((?:node|follower)_\S+) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

/** Resolves once a node other than `before` leads. */
async function ledByAnother(before: string): Promise<void> {
  await eventually(() => expect(cluster.leader).not.toBe(before));
  expect(await cluster.awaitLeader()).not.toBe(before);
}

describeWithPostgres('a cluster of three nodes', () => {
  beforeAll(async () => {
    const settings = { BELLWETHER_DEMO: 'off', BELLWETHER_LIMITS: 'off', BELLWETHER_LOG_LEVEL: 'fatal' };
    cluster = await startCluster({ nodes: 3, port: 0, settings });
    adminToken = cluster.adminToken;
    client = createClient({ baseUrl: cluster.url, adminToken, account: { signer } });
    ({ tokenId } = await openMarket(client, '100000'));
    await placeMore(3);
  });
  afterAll(() => cluster?.stop());

  test('every node serves: what is done at one is seen there at once, and at all soon', async () => {
    for (const { port, name } of cluster.nodes) {
      const at = createClient({ baseUrl: `http://127.0.0.1:${port}`, account: await account(), ...ONCE });
      const signed = await at.orders.sign({ tokenId, side: 'BUY', price: '0.40', size: '5' });
      const { orderID } = await at.orders.place(signed);
      acknowledged.push(orderID);
      // Without waiting: from the node's own memory and from its own read store.
      expect({ name, order: await at.orders.get(orderID) }).toMatchObject({ name, order: { id: orderID } });
    }
    const hashAt = async ({ port }: Cluster['nodes'][number]): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${port}/book?token_id=${tokenId}`);
      return ((await answer.json()) as { readonly hash: string }).hash;
    };
    const books = () => Promise.all(cluster.nodes.map(hashAt));
    await eventually(async () => expect(new Set(await books()).size).toBe(1));
    await expectAllThere();
  });

  test('every node serves: who says what it has seen is shown no less at another one', async () => {
    const [first, ...others] = cluster.nodes.map(({ port }) => `http://127.0.0.1:${port}`);
    let seen = '';
    /** Records the last sequence that the SDK's client received. */
    const watched: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      seen = answer.headers.get('x-sequence') ?? '';
      return answer;
    };
    const at = createClient({ baseUrl: first ?? '', account: await account(), ...ONCE, fetch: watched });
    for (let round = 0; round < 10; round++) {
      const signed = await at.orders.sign({ tokenId, side: 'BUY', price: '0.30', size: '5' });
      const { orderID } = await at.orders.place(signed);
      acknowledged.push(orderID);
      const sizes = await Promise.all(
        others.map(async (base) => {
          const answer = await fetch(`${base}/book?token_id=${tokenId}`, { headers: { 'x-after-sequence': seen } });
          const { bids } = (await answer.json()) as { readonly bids: readonly { price: string; size: string }[] };
          return bids.find(({ price }) => Number(price) === 0.3)?.size;
        }),
      );
      expect(sizes).toEqual(others.map(() => String((round + 1) * 5)));
    }
    const unreadable = await fetch(`${first}/book?token_id=${tokenId}`, { headers: { 'x-after-sequence': 'soon' } });
    expect(unreadable.status).toBe(400);
    expect(await unreadable.text()).toContain('x-after-sequence must be the number of an entry');
  });

  test('every node tells who leads, who follows, and how far each is', async () => {
    const told = await agreedStandings();
    // As told: on a busy machine another may lead by now than a moment ago.
    const leader = told.find(({ role }) => role === 'leads');
    const leads = leader?.name ?? '';
    const addresses = told.map(({ node }) => node.address);
    expect(new Set(addresses).size).toBe(3);
    for (const { name, port, role, epoch, is_current, followers, ...own } of told) {
      const expected = name === leads ? 'leads' : 'follows';
      expect({ name, role, is_current }).toEqual({ name, role: expected, is_current: true });
      expect(own.leader).toEqual({ ...leader?.node, since_ms: leader?.since_ms });
      expect({ name, epoch }).toEqual({ name, epoch: leader?.epoch });
      const all = [leader?.node.address, ...followers.map(({ address }) => address)];
      expect(all.toSorted()).toEqual(addresses.toSorted());
      // Addresses of nodes are not public.
      const { cluster: shown } = await createClient({ baseUrl: `http://127.0.0.1:${port}` }).venue.get();
      expect(shown).toEqual({ role, epoch, isCurrent: true });

      const { node_standing_seconds: seconds, node_leader_sequence: sequence, ...rest } = await figures(port);
      const isLeader = Number(name === leads);
      const known = { node_leads: isLeader, node_follows: 1 - isLeader, node_current: 1, node_epoch: epoch };
      const behind = followers.map(({ address }) => [`follower_lag_entries{node="${address}"}`, 0]);
      expect(rest).toEqual({ ...known, node_lag_entries: 0, ...(isLeader === 1 && Object.fromEntries(behind)) });
      expect(sequence).toBeGreaterThan(0);
      expect(seconds).toBeGreaterThan(0);
    }
  });

  test('the leader is killed: another leads, has every order, and says since when', async () => {
    const told = await agreedStandings();
    // As told: on a busy machine another may lead by now, in a later epoch.
    const before = told.find(({ role }) => role === 'leads')?.name ?? '';
    await cluster.kill(before);
    await placeMore(2);
    expect(await cluster.awaitLeader()).not.toBe(before);
    await expectAllThere();
    cluster.start(before);
    const [first] = await agreedStandings();
    expect(first?.epoch).toBeGreaterThan(told[0]?.epoch ?? 0);
    expect(first?.leader?.since_ms).toBeGreaterThan(told[0]?.leader?.since_ms ?? 0);
    expect(told.map(({ node }) => node.address)).toContain(first?.leader?.address);
  });

  test('the leader stands still and wakes up: another leads, and the old one has no say', async () => {
    const before = await cluster.awaitLeader();
    cluster.pause(before);
    await ledByAnother(before);
    await placeMore(2);
    cluster.resume(before);
    // The old leader ends by itself, is restarted, and follows.
    await cluster.awaitFollowers();
    await placeMore(1);
    await expectAllThere();
  });

  test('the leader is cut off from the database: another leads; healed, the old one has no say', async () => {
    const before = await cluster.awaitLeader();
    cluster.cut(before);
    await ledByAnother(before);
    await placeMore(2);
    cluster.heal(before);
    await expectAllThere();
  });

  test('no standby answers: commits wait, no one takes over, and the venue goes on', async () => {
    await cluster.pair.standby?.pause();
    // From here on no one can take over, and until here a stalled leader may have lost its lease.
    const before = await cluster.awaitLeader();
    const placed = placeMore(1);
    // Longer than a lease.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(cluster.leader).toBe(before);
    cluster.pair.standby?.resume();
    // From here on the leader has a grace period to renew its lease, which a busy machine may miss.
    await placed;
    await expectAllThere();
  });

  test('the primary is killed and its standby promoted: the venue goes on', async () => {
    await cluster.promote();
    const rejoined = cluster.rejoin();
    await placeMore(2);
    await rejoined;
    await placeMore(1);
    await expectAllThere();
  });

  test('the ledger is whole', async () => {
    const leader = await cluster.awaitLeader();
    const settings = { BELLWETHER_JOURNAL: cluster.pair.primary.url };
    const verified = await runBellwether(['verify'], { dataDir: cluster.dataDirOf(leader), settings });
    expect(verified).toMatchObject({ code: 0 });
  });
});
