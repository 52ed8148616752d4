/**
 * `npm run bench:sandbox`: how long a sandbox takes to start, to move its time over a day with timers, to fork and to go back,
 * each as who asks for it over HTTP waits. `-- --smoke` is small and judges nothing.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, marketId, orderId } from '@bellwether/engine';
import { createClient } from '@bellwether/sdk';
import { markAsSandbox } from '@bellwether/server/adapters/journal-sqlite/mark-sandbox.ts';
import { type SandboxVenue, startSandbox } from '@bellwether/server/compose/sandbox/sandbox-venue.ts';
import { readConfig } from '@bellwether/server/config.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { takeNextSnapshot } from '@bellwether/server/threads/snapshots/take-snapshot.ts';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { MAKERS, mixedOrders, TAKERS } from '../recovery/workload.ts';
import { benchArguments } from '../shared/arguments.ts';
import { buyOrder, openingCommands, writeHistory } from '../shared/history.ts';
import { createRandom } from '../shared/random.ts';
import { count, median, printBars, printHeader, printTable } from '../shared/report.ts';

const MARKETS = 50;
/** A sandbox's own. */
const SNAPSHOT_EVERY = 50_000;
const TEST_VENUES = 8;
const DAY_MS = 86_400_000;
/** After the last entry of any history here. */
const START_MS = 1_760_000_000_000 + 10_000_000;

const { smoke } = benchArguments();
const timers = smoke ? 500 : 10_000;
const open = smoke ? 2_000 : 100_000;
const entries = smoke ? 10_000 : 1_000_000;
const rounds = smoke ? 2 : 5;

printHeader(
  'sandbox: what one who rehearses waits for',
  [
    `start: an empty one, ${rounds} times; advance: 24 h with ${count(timers)} orders that expire on the way`,
    `fork: ${count(open)} open orders; rewind: to ${rounds} entries all over ${count(entries)} orders, a fifth of them open`,
  ],
  'the process of a sandbox itself, which starts once; reads after a rewind, which wait for the rows',
);

const folders = new Map<string, string>();
const rows: string[][] = [];
const starts = [];
for (let round = 0; round < rounds; round++) {
  const begun = performance.now();
  const sandbox = await startIn(createDataDir());
  starts.push(performance.now() - begun);
  await end(sandbox);
}
rows.push(['start, empty', ms(median(starts)), ms(Math.max(...starts))]);

const host = await startIn(createDataDir());
const operator = createClient({ baseUrl: host.url, adminToken: host.adminToken });
const opened = [];
for (let round = 0; round < TEST_VENUES; round++)
  opened.push(await timed(() => operator.sandbox.fork({ scenario: 'quiet-market' })));
await end(host);
rows.push([`test venue, ${TEST_VENUES} side by side`, ms(median(opened)), ms(Math.max(...opened))]);

const advanced = await withHistory(expiringOrders(timers), async (client) => {
  await client.venue.time();
  const took = await timed(() => client.sandbox.advance('24h'));
  const { sequence } = await client.sandbox.clock();
  if (sequence < timers) throw new Error(`only ${sequence} entries`);
  return [took];
});
rows.push(['advance', ms(median(advanced)), ms(Math.max(...advanced))]);

const forked = await withHistory(restingOrders(open), async (client) => {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await timed(() => client.sandbox.fork()));
  return all;
});
rows.push(['fork', ms(median(forked)), ms(Math.max(...forked))]);

const rewound = await withHistory(mixedOrders(entries, entries / 5, MARKETS), async (client) => {
  const random = createRandom(3);
  const all = [];
  const { sequence } = await client.sandbox.clock();
  for (let round = 0; round < rounds; round++) {
    const to = Math.floor((sequence * (round + random.below(1_000) / 1_000)) / rounds);
    all.push(await timed(() => client.sandbox.rewind({ sequence: to }, 'main')));
  }
  return all;
});
rows.push(['rewind', ms(median(rewound)), ms(Math.max(...rewound))]);

printTable(['', 'median ms', 'worst ms'], rows);
const held = printBars(
  [
    { label: 'start of an empty one, worst, s', ratio: Math.max(...starts) / 1000, atLeast: null, atMost: 0.5 },
    { label: 'a test venue with a scenario, worst, s', ratio: Math.max(...opened) / 1000, atLeast: null, atMost: 0.5 },
    { label: 'advance over a day, s', ratio: Math.max(...advanced) / 1000, atLeast: null, atMost: 1 },
    { label: 'fork, worst, s', ratio: Math.max(...forked) / 1000, atLeast: null, atMost: 1 },
    { label: 'rewind, worst, s', ratio: Math.max(...rewound) / 1000, atLeast: null, atMost: 3 },
  ],
  smoke,
);
if (!held) process.exitCode = 1;

function ms(value: number): string {
  return value.toFixed(0);
}

/** Bids that no one takes. */
function restingOrders(orders: number): (state: unknown) => Command | null {
  const random = createRandom(5);
  let placed = 0;
  return () => {
    if (placed === orders) return null;
    const id = orderId(random.hex(32));
    return buyOrder(id, placed % MAKERS, marketId(placed++ % MARKETS), 1, 1_000 + random.below(30) * 100, 10_000_000);
  };
}

/** The same, each until another second of the day. */
function expiringOrders(orders: number): (state: unknown) => Command | null {
  const next = restingOrders(orders);
  let placed = 0;
  return (state) => {
    const command = next(state);
    if (command?.kind !== 'PlaceOrder') return command;
    const expiration = Math.floor((START_MS + (DAY_MS * ++placed) / (orders + 1)) / 1000);
    return { ...command, type: 'GTD', expiration };
  };
}

type Client = ReturnType<typeof createClient>;

function startIn(dataDir: string): Promise<SandboxVenue> {
  const config = readConfig(
    {
      BELLWETHER_DATA_DIR: dataDir,
      BELLWETHER_PORT: '0',
      BELLWETHER_LIMITS: 'off',
      BELLWETHER_SNAPSHOT_EVERY: String(SNAPSHOT_EVERY),
    },
    false,
  );
  const onFailure = (message: string): void => {
    throw new Error(message);
  };
  folders.set(config.dataDir, dataDir);
  return startSandbox({ config, machine: MACHINE, seed: 1, startMs: START_MS, onFailure });
}

async function end(sandbox: SandboxVenue): Promise<void> {
  await sandbox.stop();
  for (const dataDir of folders.values()) removeDataDir(dataDir);
  folders.clear();
}

/** Runs on a sandbox whose first branch has this history. */
async function withHistory(
  next: Parameters<typeof writeHistory>[2],
  measure: (client: Client) => Promise<number[]>,
): Promise<number[]> {
  const dataDir = createDataDir();
  const first = join(dataDir, 'branches', 'main');
  mkdirSync(first, { recursive: true });
  const history = await writeHistory(first, openingCommands(MARKETS, MAKERS + TAKERS), next);
  markAsSandbox(first);
  // As many as it would have taken while it was traded on.
  for (let sequence = SNAPSHOT_EVERY; sequence < history.entries; sequence += SNAPSHOT_EVERY)
    await takeNextSnapshot({ dataDir: first, database: null }, sequence, MACHINE, 64);
  const sandbox = await startIn(dataDir);
  const client = createClient({ baseUrl: sandbox.url, adminToken: sandbox.adminToken, timeoutMs: 600_000 });
  try {
    return await measure(client);
  } finally {
    await end(sandbox);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
