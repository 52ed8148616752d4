/** Time from a disturbance of a cluster to the next acknowledged order. No acknowledged order may be lost. */
import { type Cluster, startCluster } from '@bellwether/cluster';
import { eventually } from '@bellwether/venue-process/progress';
import type { Bench } from '../shared/bench.ts';
import { count, median, percentile, print } from '../shared/report.ts';
import { clientAt, openMarket, RETRY_MS } from './client.ts';

const ORDERS_BETWEEN = 5;

/** Disturbs the leader; resolves to a function that repairs the damage. */
type Disturb = (cluster: Cluster, leader: string) => Promise<() => Promise<void> | void>;

const kill: Disturb = async (cluster, leader) => {
  void cluster.kill(leader);
  return () => cluster.start(leader);
};
const stop: Disturb = async (cluster, leader) => {
  cluster.pause(leader);
  return () => cluster.resume(leader);
};
const promote: Disturb = async (cluster) => {
  await cluster.promote();
  return () => cluster.rejoin();
};
/** Disturbances with their bounds on p99 in milliseconds; after the first two another node leads. */
const DISTURBANCES = [
  ['leader killed (SIGKILL)', kill, 1_000],
  ['leader stopped (SIGSTOP)', stop, 3_000],
  ['database primary killed, standby promoted', promote, 3_000],
] as const;

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
      // A promoted standby has no standby of its own for some seconds.
      BELLWETHER_JOURNAL_UNSAFE_TEST: '1',
    },
  });
  bench.onEnd(() => cluster.stop());
  const client = clientAt(cluster);
  const tokenId = await openMarket(client);
  const acknowledged: string[] = [];
  /** Signs an order once and sends it until it is acknowledged. */
  const place = async (): Promise<void> => {
    const terms = { tokenId, side: 'BUY', price: '0.40', size: '5' } as const;
    const signed = await eventually(() => client.orders.sign(terms), RETRY_MS);
    acknowledged.push((await eventually(() => client.orders.place(signed), RETRY_MS)).orderID);
  };
  const rows: string[][] = [];
  for (const [name, disturb, max] of DISTURBANCES) {
    const times: number[] = [];
    for (let round = 0; round < (disturb === kill ? rounds : Math.ceil(rounds / 4)); round++) {
      await cluster.awaitFollowers();
      for (let order = 0; order < ORDERS_BETWEEN; order++) await place();
      const leader = await cluster.awaitLeader();
      const began = performance.now();
      const repair = await disturb(cluster, leader);
      do await place();
      while (disturb !== promote && cluster.leader === leader);
      times.push(performance.now() - began);
      await repair();
    }
    const p99 = percentile(times, 0.99);
    bench.bar({ label: `${name}, p99 ms`, value: p99, max });
    rows.push([name, count(times.length), count(median(times)), count(p99), count(Math.max(...times))]);
  }
  await cluster.awaitFollowers();
  // All pages from one leader.
  const there = await eventually(() => Array.fromAsync(client.orders.each(), ({ id }) => id), RETRY_MS);
  if (there.sort().join() === acknowledged.sort().join())
    print(`  every one of ${count(acknowledged.length)} acknowledged orders is there, once\n`);
  else bench.fail(`${acknowledged.length} orders were acknowledged, and ${there.length} others are there`);
  bench.table(['', 'rounds', 'median ms', 'p99', 'worst'], rows);
}
