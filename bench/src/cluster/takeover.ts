import { parseArgs } from 'node:util';
import { type Cluster, startCluster } from '@bellwether/cluster';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { eventually } from '@bellwether/venue-process/progress';
import { count, median, percentile, print, printHeader, printTable } from '../shared/report.ts';

/** Before an order that was not acknowledged is sent again, the same one. */
const RETRY_MS = 10;
/** Orders between two disturbances. */
const ORDERS_BETWEEN = 5;

interface Disturbance {
  readonly name: string;
  readonly rounds: number;
  /** Of 99 of 100. */
  readonly msMax: number;
  /** What it does to the leader; resolves to what makes it good again. */
  disturb(cluster: Cluster, leader: string): Promise<() => Promise<void> | void>;
  /** Whether another node leads after it. */
  readonly isTaken: boolean;
}

interface Trader {
  readonly client: Client;
  readonly tokenId: string;
  /** Ids of what was acknowledged. */
  readonly acknowledged: string[];
}

async function openTrader(cluster: Cluster): Promise<Trader> {
  const signer = createSigner(new Uint8Array(32).fill(7));
  const once = { retry: { attemptsMax: 1 }, timeoutMs: 20_000 } as const;
  const client = createClient({ baseUrl: cluster.url, adminToken: cluster.adminToken, account: { signer }, ...once });
  await client.auth.credentials();
  await client.admin.deposit({ wallet: signer.address, amount: '1000000' });
  const event = await client.admin.addEvent({ title: 'Benchmark', markets: [{ question: 'Benchmark?' }] });
  const [tokenId = ''] = JSON.parse(event.markets[0]?.clobTokenIds ?? '[]') as string[];
  return { client, tokenId, acknowledged: [] };
}

/** Signed once and sent until it is acknowledged. */
async function place({ client, tokenId, acknowledged }: Trader): Promise<void> {
  const signed = await eventually(
    () => client.orders.sign({ tokenId, side: 'BUY', price: '0.40', size: '5' }),
    RETRY_MS,
  );
  const { orderID } = await eventually(() => client.orders.place(signed), RETRY_MS);
  acknowledged.push(orderID);
}

async function timesOf(cluster: Cluster, trader: Trader, disturbance: Disturbance): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < disturbance.rounds; round++) {
    await cluster.settled();
    for (let order = 0; order < ORDERS_BETWEEN; order++) await place(trader);
    const leader = await cluster.led();
    const began = performance.now();
    const repair = await disturbance.disturb(cluster, leader);
    do await place(trader);
    while (disturbance.isTaken && cluster.leader === leader);
    times.push(performance.now() - began);
    await repair();
  }
  return times;
}

/** Throws when an acknowledged order is not there, or is there twice. */
async function check({ client, acknowledged }: Trader): Promise<void> {
  // All pages of one leader.
  const there = await eventually(async () => {
    const ids: string[] = [];
    for await (const { id } of client.orders.each()) ids.push(id);
    return ids;
  }, RETRY_MS);
  const [found, told] = [new Set(there), new Set(acknowledged)];
  const lost = acknowledged.filter((id) => !found.has(id));
  const extra = there.filter((id) => !told.has(id));
  if (lost.length > 0 || extra.length > 0 || there.length !== found.size) {
    throw new Error(`${lost.length} acknowledged orders are lost, ${extra.length} are there that no one was told of`);
  }
}

const { values } = parseArgs({
  options: { smoke: { type: 'boolean', default: false }, rounds: { type: 'string', default: '200' } },
});
const { smoke } = values;
const rounds = smoke ? 1 : Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1');
if (postgresBinaries() === null) {
  print(`bench:takeover is left out: ${POSTGRES_MISSING}`);
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const fewer = Math.ceil(rounds / 4);
const DISTURBANCES: readonly Disturbance[] = [
  {
    name: 'leader killed (SIGKILL)',
    rounds,
    msMax: 1_000,
    isTaken: true,
    disturb: async (cluster, leader) => {
      void cluster.kill(leader);
      return () => cluster.start(leader);
    },
  },
  {
    name: 'leader stopped (SIGSTOP)',
    rounds: fewer,
    msMax: 3_000,
    isTaken: true,
    disturb: async (cluster, leader) => {
      cluster.pause(leader);
      return () => cluster.resume(leader);
    },
  },
  {
    name: 'database primary killed, standby promoted',
    rounds: fewer,
    msMax: 3_000,
    isTaken: false,
    disturb: async (cluster) => {
      await cluster.promote();
      return () => cluster.rejoin();
    },
  },
];
printHeader(
  'takeover: from the moment of a disturbance to the next order that is acknowledged',
  [
    `three nodes, a primary with a synchronous standby and a balancer on this machine; one client, ${ORDERS_BETWEEN} orders between two disturbances`,
    'an order that gets no answer is sent again after 10 ms, the same bytes',
  ],
  'what detects a lost primary: it is promoted at once, and that is part of the time',
);
const cluster = await startCluster({
  nodes: 3,
  port: 0,
  settings: {
    BELLWETHER_DEMO: 'off',
    BELLWETHER_LIMITS: 'off',
    BELLWETHER_LOG_LEVEL: 'fatal',
    // A standby that was promoted has none of its own for some seconds.
    BELLWETHER_JOURNAL_UNSAFE_TEST: '1',
  },
});
try {
  const trader = await openTrader(cluster);
  const rows: string[][] = [];
  for (const disturbance of DISTURBANCES) {
    const times = await timesOf(cluster, trader, disturbance);
    const p99 = percentile(times, 0.99);
    const isHeld = p99 <= disturbance.msMax;
    if (!isHeld && !smoke) process.exitCode = 1;
    rows.push([
      disturbance.name,
      count(times.length),
      count(median(times)),
      count(p99),
      count(Math.max(...times)),
      count(disturbance.msMax),
      smoke ? 'not judged (smoke)' : isHeld ? 'ok' : 'MISSED',
    ]);
  }
  await cluster.settled();
  await check(trader);
  printTable(['', 'rounds', 'median ms', 'p99', 'worst', 'bar', ''], rows);
  print(`\n  every one of ${count(trader.acknowledged.length)} acknowledged orders is there, once`);
} finally {
  await cluster.stop();
}
