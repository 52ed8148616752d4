import { availableParallelism } from 'node:os';
import { type Cluster, startCluster } from '@bellwether/cluster';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { benchArguments } from '../shared/arguments.ts';
import { runLoad } from '../shared/http-load.ts';
import { count, print, printBars, printHeader, printTable } from '../shared/report.ts';
import { readThreadTimes, sumOf, tellsThreadTimes } from '../shared/thread-times.ts';
import { clientAt, openMarket } from './node.ts';

const NODES = 3;
const CONNECTIONS = 16;
const ORDERS = 100;
/** Of what a read takes through one node, what it may take through three. */
const SHARE_MIN = 0.8;

interface Measured {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

const { smoke } = benchArguments();
if (postgresBinaries() === null) {
  print(`bench:nodes is left out: ${POSTGRES_MISSING}`);
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const seconds = smoke ? 1 : 10;
printHeader(
  'nodes: reads through one, two and three nodes of a venue',
  [
    `${CONNECTIONS} connections in all, ${seconds} s each, spread evenly; no one writes meanwhile`,
    `three nodes, the database pair and the clients share ${availableParallelism()} cores`,
  ],
  'a network between machines; what following costs while orders come',
);
const cluster = await startCluster({
  nodes: NODES,
  port: 0,
  settings: { BELLWETHER_DEMO: 'off', BELLWETHER_LIMITS: 'off', BELLWETHER_LOG_LEVEL: 'fatal' },
});
try {
  const adminToken = cluster.adminToken;
  const client = clientAt({ url: cluster.url, adminToken });
  const tokenId = await openMarket(client);
  for (let order = 0; order < ORDERS; order++) {
    const price = (0.2 + (order % 30) / 100).toFixed(2);
    await client.orders.place(await client.orders.sign({ tokenId, side: 'BUY', price, size: '5' }));
  }
  const kinds: readonly (readonly [string, string])[] = [
    ['a book, from memory', `/book?token_id=${tokenId}`],
    ['a list of markets, from the read store', '/markets?limit=20'],
  ];
  const rows: string[][] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (const [name, path] of kinds) {
    const measured: Measured[] = [];
    await measure(cluster, path, NODES);
    for (let nodes = 1; nodes <= NODES; nodes++) measured.push(await measure(cluster, path, nodes));
    const first = measured[0]?.perCpuSecond ?? Number.NaN;
    for (const [index, { perSecond, perCpuSecond }] of measured.entries()) {
      const share = perCpuSecond / first;
      worst = Math.min(worst, share);
      rows.push([index === 0 ? name : '', String(index + 1), count(perSecond), count(perCpuSecond), share.toFixed(2)]);
    }
  }
  printTable(['', 'nodes', 'reads/s here', 'reads per CPU second of the nodes', 'of one node'], rows);
  print('\n  On paper, each node on a machine of its own: nodes x what one gives there, times the last column.');
  const bar = { label: 'least of the last column', ratio: worst, atLeast: SHARE_MIN };
  if (!printBars([bar], smoke || !tellsThreadTimes())) process.exitCode = 1;
} finally {
  await cluster.stop();
}

async function measure(of: Cluster, path: string, nodes: number): Promise<Measured> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const asked = of.nodes.slice(0, nodes);
  const cpuSeconds = (): number =>
    tellsThreadTimes() ? of.nodes.reduce((sum, { pid }) => sum + sumOf(readThreadTimes(pid)), 0) / 1_000 : Number.NaN;
  const before = cpuSeconds();
  const loads = await Promise.all(
    asked.map(({ port }, index) =>
      runLoad({
        port,
        connections: Math.floor((CONNECTIONS + index) / nodes),
        next: () => request,
        secondsMax: seconds,
      }),
    ),
  );
  const cpu = cpuSeconds() - before;
  for (const { statuses } of loads) {
    if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`${path} got ${JSON.stringify([...statuses])}`);
  }
  const reads = loads.reduce((sum, { requests }) => sum + requests, 0);
  return { perSecond: reads / Math.max(...loads.map((load) => load.seconds)), perCpuSecond: reads / cpu };
}
