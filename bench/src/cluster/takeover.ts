/** From the moment of a disturbance of a cluster to the next order that is acknowledged; none that was may be lost. */
import { type Cluster, startCluster } from '@bellwether/cluster';
import type { Client } from '@bellwether/sdk';
import { eventually } from '@bellwether/venue-process/progress';
import type { Bench } from '../shared/bench.ts';
import { count, median, percentile, print } from '../shared/report.ts';
import { clientAt, openMarket, RETRY_MS } from './client.ts';

/** Orders between two disturbances. */
const ORDERS_BETWEEN = 5;

interface Disturbance {
  readonly name: string;
  /** Bound of 99 of 100. */
  readonly msMax: number;
  /** Disturbs the leader; resolves to what makes it good again. */
  readonly disturb: (cluster: Cluster, leader: string) => Promise<() => Promise<void> | void>;
  /** True if another node leads after it. */
  readonly isTaken: boolean;
}

const DISTURBANCES: readonly Disturbance[] = [
  {
    name: 'leader killed (SIGKILL)',
    msMax: 1_000,
    isTaken: true,
    disturb: async (cluster, leader) => {
      void cluster.kill(leader);
      return () => cluster.start(leader);
    },
  },
  {
    name: 'leader stopped (SIGSTOP)',
    msMax: 3_000,
    isTaken: true,
    disturb: async (cluster, leader) => {
      cluster.pause(leader);
      return () => cluster.resume(leader);
    },
  },
  {
    name: 'database primary killed, standby promoted',
    msMax: 3_000,
    isTaken: false,
    disturb: async (cluster) => {
      await cluster.promote();
      return () => cluster.rejoin();
    },
  },
];

export async function takeovers(bench: Bench, rounds: number): Promise<void> {
  bench.header('takeover: from the moment of a disturbance to the next order that is acknowledged', [
    `three nodes, a primary with a synchronous standby and a balancer on this machine; one client, ${ORDERS_BETWEEN} orders between two disturbances`,
    `an order that gets no answer is sent again after ${RETRY_MS} ms, the same bytes; a lost primary's standby is promoted at once`,
  ]);
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
  bench.onEnd(() => cluster.stop());
  const client = clientAt(cluster);
  const tokenId = await openMarket(client);
  const acknowledged: string[] = [];
  /** Signed once and sent until it is acknowledged. */
  const place = async (): Promise<void> => {
    const terms = { tokenId, side: 'BUY', price: '0.40', size: '5' } as const;
    const signed = await eventually(() => client.orders.sign(terms), RETRY_MS);
    acknowledged.push((await eventually(() => client.orders.place(signed), RETRY_MS)).orderID);
  };
  const rows: string[][] = [];
  for (const [index, { name, msMax, disturb, isTaken }] of DISTURBANCES.entries()) {
    const times: number[] = [];
    for (let round = 0; round < (index === 0 ? rounds : Math.ceil(rounds / 4)); round++) {
      await cluster.settled();
      for (let order = 0; order < ORDERS_BETWEEN; order++) await place();
      const leader = await cluster.led();
      const began = performance.now();
      const repair = await disturb(cluster, leader);
      do await place();
      while (isTaken && cluster.leader === leader);
      times.push(performance.now() - began);
      await repair();
    }
    const p99 = percentile(times, 0.99);
    bench.bar({ label: `${name}, p99 ms`, value: p99, max: msMax });
    rows.push([name, count(times.length), count(median(times)), count(p99), count(Math.max(...times))]);
  }
  await cluster.settled();
  await check(bench, client, acknowledged);
  bench.table(['', 'rounds', 'median ms', 'p99', 'worst'], rows);
}

/** Fails when an acknowledged order is not there, or is there twice. */
async function check(bench: Bench, client: Client, acknowledged: readonly string[]): Promise<void> {
  // All pages of one leader.
  const there = await eventually(async () => {
    const ids: string[] = [];
    for await (const { id } of client.orders.each()) ids.push(id);
    return ids;
  }, RETRY_MS);
  if (there.toSorted().join() === acknowledged.toSorted().join())
    print(`  every one of ${count(acknowledged.length)} acknowledged orders is there, once\n`);
  else bench.fail(`${acknowledged.length} orders were acknowledged, and ${there.length} others are there`);
}
