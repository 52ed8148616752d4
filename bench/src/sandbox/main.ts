/**
 * `npm run bench:sandbox`: times a sandbox's start, advancing its time by a day with timers, forking and rewinding, each
 * as seen by an HTTP client; a venue for each test, and many side by side; and the speed of replaying a tape with a client
 * attached, for as long as it goes and over a recorded day.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, marketId, orderId } from '@bellwether/engine';
import { markAsSandbox } from '@bellwether/ledger/adapters/journal-sqlite/mark-kind.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { type SandboxVenue, startSandbox } from '@bellwether/sandbox-venue/sandbox-venue.ts';
import { type Client, createClient, createSigner } from '@bellwether/sdk';
import { readConfig } from '@bellwether/venue/config.ts';
import { tapeOfJournal } from '@bellwether/venue/ops/tape/journal-tape.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { takeNextSnapshot } from '@bellwether/venue/threads/snapshots/take-snapshot.ts';
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { type Bench, runBench } from '../shared/bench.ts';
import {
  buyOrder,
  MAKERS,
  mixedOrders,
  type NextCommand,
  openingCommands,
  TAKERS,
  writeHistory,
} from '../shared/history.ts';
import { Random } from '../shared/random.ts';
import { count, msOf } from '../shared/report.ts';
import { readThreadTimes, sumOf } from '../shared/thread-times.ts';

const MARKETS = 50;
/** The sandbox's own snapshot interval. */
const SNAPSHOT_EVERY = 50_000;
const RUNS = 5;
const TEST_VENUES = 20;
const FORKS = 100;
const DAY_MS = 86_400_000;
/** Sandbox time between two quotes of the client that is attached to a recorded day. */
const QUOTE_MS = 30_000;
/** Step with which a recorded day has its bar: the client decides every third one. */
const STEP_OF_DAY_MS = 10_000;
/** Steps of the replay in milliseconds, and the share of the day that is played with them. */
const PLAYED = [
  [0, 0.02],
  [1_000, 0.1],
  [STEP_OF_DAY_MS, 1],
] as const;
/** After the last entry of any history here. */
const START_MS = 1_760_000_000_000 + 10_000_000;
const KEY = `0x${'b0'.repeat(32)}` as const;

/** Bids that never match; if they expire, each does so in another second of the day. */
function restingOrders(orders: number, expire: boolean): NextCommand {
  const random = new Random(5);
  let placed = 0;
  return () => {
    if (placed === orders) return null;
    const id = orderId(random.hex(32));
    const market = marketId(placed % MARKETS);
    const order = buyOrder(id, placed++ % MAKERS, market, 1, 1_000 + random.below(30) * 100, 10_000_000);
    const expiration = Math.floor((START_MS + (DAY_MS * placed) / (orders + 1)) / 1_000);
    return expire ? ({ ...order, type: 'GTD', expiration } satisfies Command) : order;
  };
}

async function startIn(bench: Bench, dataDir = bench.folder()): Promise<SandboxVenue> {
  const settings = {
    BELLWETHER_DATA_DIR: dataDir,
    BELLWETHER_PORT: '0',
    BELLWETHER_LIMITS: 'off',
    BELLWETHER_SNAPSHOT_EVERY: String(SNAPSHOT_EVERY),
  };
  const onFailure = (message: string): void => {
    throw new Error(message);
  };
  const config = readConfig(settings, false);
  return await startSandbox({ config, machine: MACHINE, seed: 1, startMs: START_MS, onFailure });
}

/** Starts a sandbox as a process of its own, as a bot has it; tapes may be anywhere. */
async function startApart(bench: Bench): Promise<VenueProcess> {
  const command = ['sandbox', '--local-files'];
  const sandbox = await startVenueProcess({ command, settings: { BELLWETHER_LIMITS: 'off' }, showsErrors: true });
  bench.onEnd(() => sandbox.stop());
  return sandbox;
}

const clientOf = ({ url, adminToken }: Pick<SandboxVenue, 'url' | 'adminToken'>): Client =>
  createClient({ baseUrl: url, adminToken, account: { signer: createSigner(KEY) }, timeoutMs: 600_000 });

/** Runs `measure` on a sandbox whose first branch has this history. */
async function withHistory<Found>(bench: Bench, next: NextCommand, measure: (client: Client) => Promise<Found>) {
  const dataDir = bench.folder();
  const first = join(dataDir, 'branches', 'main');
  mkdirSync(first, { recursive: true });
  const history = await writeHistory(first, openingCommands(MARKETS, MAKERS + TAKERS), next);
  markAsSandbox(first);
  // The snapshots that it would have taken while it was traded on.
  for (let sequence = SNAPSHOT_EVERY; sequence < history.entries; sequence += SNAPSHOT_EVERY)
    await takeNextSnapshot({ dataDir: first, database: null }, sequence, MACHINE, 64);
  const sandbox = await startIn(bench, dataDir);
  try {
    return await measure(clientOf(sandbox));
  } finally {
    await sandbox.stop();
  }
}

async function waits(bench: Bench): Promise<void> {
  const [timers, open, entries] = bench.smoke ? [500, 2_000, 10_000] : [10_000, 100_000, 1_000_000];
  bench.header('sandbox: what one who rehearses waits for', [
    `advance: 24 h with ${count(timers)} orders that expire on the way; fork: ${count(open)} open orders`,
    `rewind: to ${RUNS} entries all over ${count(entries)} orders, a fifth of them open; reads afterwards wait for the rows`,
  ]);
  const measured = (work: (run: number) => Promise<unknown>, runs = RUNS) =>
    bench.medianOf(runs, async (run) => ({ ms: await msOf(() => work(run)) }));
  const started = await measured(async () => {
    const sandbox = await startIn(bench);
    bench.onEnd(() => sandbox.stop());
  });
  const advanced = await withHistory(bench, restingOrders(timers, true), async (client) => {
    await client.venue.time();
    const took = await measured(() => client.sandbox.advance('24h'), 1);
    if ((await client.sandbox.clock()).sequence < timers) bench.fail('not every order has expired');
    return took;
  });
  const forked = await withHistory(bench, restingOrders(open, false), (client) =>
    measured(() => client.sandbox.fork()),
  );
  const rewound = await withHistory(bench, mixedOrders(entries, entries / 5, MARKETS), async (client) => {
    const random = new Random(3);
    const { sequence } = await client.sandbox.clock();
    const to = (run: number): number => Math.floor((sequence * (run + random.below(1_000) / 1_000)) / RUNS);
    return measured((run) => client.sandbox.rewind({ sequence: to(run) }, 'main'));
  });
  const found = [
    ['start of an empty one', started, 0.5],
    ['advance over a day', advanced, 1],
    ['fork', forked, 1],
    ['rewind', rewound, 3],
  ] as const;
  bench.figures('', Object.fromEntries(found.map(([name, of]) => [name, of])));
  bench.bar(...found.map(([name, { ms }, max]) => ({ label: `${name}, worst, s`, value: ms.most / 1_000, max })));
}

/** Opens and closes a venue for each test, then holds many open at once. */
async function tests(bench: Bench): Promise<void> {
  const host = await startIn(bench);
  const { sandbox } = clientOf(host);
  const open = async (): Promise<number> =>
    Number(new URL((await sandbox.fork({ scenario: 'quiet-market' })).url).port);
  const forks = bench.smoke ? 8 : FORKS;
  bench.header('sandbox: a venue for each test', [`one after another, then ${forks} at once, with a quiet market`]);
  const one = await bench.medianOf(
    TEST_VENUES,
    async () => ({ ms: await msOf(async () => void (await sandbox.endFork(await open()))) }),
    1,
  );
  const before = process.memoryUsage().rss;
  const ports: number[] = [];
  const openMs = await msOf(async () => {
    for (let fork = 0; fork < forks; fork++) ports.push(await open());
  });
  const mib = (process.memoryUsage().rss - before) / 2 ** 20 / forks;
  const files = readdirSync('/proc/self/fd').length;
  const closeMs = await msOf(() => Promise.all(ports.map((port) => sandbox.endFork(port))));
  await host.stop();
  bench.figures('', { 'open and close, ms': one });
  bench.table(
    ['', 'opened, s', 'MiB each', 'open files', 'closed, s'],
    [
      [
        `${forks} forks`,
        ...[openMs / 1_000, mib].map((value) => value.toFixed(1)),
        count(files),
        (closeMs / 1_000).toFixed(1),
      ],
    ],
  );
  bench.bar({ label: 'a venue for a test, s', value: one.ms.median / 1_000, max: 0.4 });
}

/** Makes the tape of a journal. */
async function makeTape(bench: Bench, markets: number, orders: number, everyMs: number) {
  const recorded = bench.folder();
  const next = mixedOrders(orders, 500 * markets, markets);
  const clock = (sequence: number): number => START_MS + Math.floor(sequence * everyMs);
  const history = await writeHistory(recorded, openingCommands(markets, MAKERS + TAKERS), next, clock);
  const path = join(recorded, 'made.tape');
  const journal = openJournalReader(recorded);
  const { messages } = await tapeOfJournal(journal, { path, markets: [], without: null });
  journal.close();
  return { path, messages, history };
}

/** Plays a day of ten markets, with a client at their feed that replaces its quote every half minute of the day. */
async function day(bench: Bench): Promise<void> {
  const sandbox = await startApart(bench);
  const [markets, orders, dayMs] = bench.smoke ? [10, 2_000, 600_000] : [10, 300_000, DAY_MS];
  const { path, messages } = await makeTape(bench, markets, orders, dayMs / orders);
  const rate = ((messages * 1_000) / dayMs).toFixed(1);
  bench.header(`a recorded day of ${markets} markets`, [
    `${count(messages)} messages, ${rate} a second; a client at the feed replaces its quote every ${QUOTE_MS / 1_000} s`,
  ]);
  const rows: string[][] = [];
  for (const [step, share] of PLAYED) {
    // Keys of the replay before are not valid any more.
    const client = clientOf(sandbox);
    const reading = performance.now();
    const { id, from_ms: fromMs, to_ms: endMs } = await client.sandbox.replay({ tape: path, step });
    const toMs = Math.floor(fromMs + (endMs - fromMs) * share);
    const begun = performance.now();
    const cpu = cpuOf(sandbox);
    const tokens = (await client.markets.list({ limit: markets })).flatMap(({ tokenIds }) => tokenIds);
    const socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/ws/market`);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'market', assets_ids: tokens }));
    let frames = 0;
    const spent = { clock: 0, orders: 0 };
    socket.onmessage = () => void frames++;
    let orderId: string | null = null;
    for (let atMs = fromMs, quote = 0; atMs < toMs; quote++) {
      atMs = Math.min(atMs + QUOTE_MS, toMs);
      spent.clock += await msOf(() => client.sandbox.until(atMs));
      spent.orders += await msOf(async () => {
        if (orderId !== null) await client.orders.cancel(orderId);
        const tokenId = tokens[(2 * quote) % tokens.length] ?? '';
        orderId = (await client.orders.place({ tokenId, side: 'BUY', price: '0.3', size: '10' })).orderID;
      });
    }
    const seconds = (performance.now() - begun) / 1_000;
    const spentCpu = cpuOf(sandbox).map((ms, of) => ms - (cpu[of] ?? 0));
    socket.close();
    const { state } = await client.sandbox.replayed(id);
    if (state !== (share === 1 ? 'done' : 'running')) bench.fail(`the replay is ${state}`);
    const shown = [begun - reading, spent.clock, spent.orders, ...spentCpu, 1_000 * seconds].map((ms) =>
      (ms / 1_000).toFixed(1),
    );
    const name = `${step === 0 ? 'each message' : `steps of ${step / 1_000} s`}, ${100 * share} % of it`;
    rows.push([name, ...shown, count((toMs - fromMs) / 1_000 / seconds), count(frames)]);
    if (step >= STEP_OF_DAY_MS) bench.bar({ label: `a recorded day, ${name}, s`, value: seconds, max: 60 });
  }
  bench.table(
    ['', 'reading, s', 'clock, s', 'orders, s', 'CPU, s', "client's, s", 'played, s', 'times real time', 'frames'],
    rows,
  );
}

/** CPU milliseconds of a sandbox, and of this process, its client. */
function cpuOf({ pid }: VenueProcess): readonly number[] {
  return [pid, process.pid].map((id) => sumOf(readThreadTimes(id)));
}

/** Plays the tape of a journal, with a client at the market feed that has two resting orders. */
async function replays(bench: Bench): Promise<void> {
  const sandbox = await startApart(bench);
  const client = clientOf(sandbox);
  const orders = bench.smoke ? 4_000 : 300_000;
  const { path, messages, history } = await makeTape(bench, 2, orders, 1);
  bench.header('replay: a tape of 2 markets, one order a millisecond, in steps of 1 s, with a client at the feed', [
    `${count(messages)} messages of ${count(orders)} orders, of which ${count(history.trades)} traded`,
    'without reading and checking the whole tape, which is done once before it begins',
  ]);
  const { id } = await client.sandbox.replay({ tape: path, step: 1_000 });
  const { time_ms: timeMs } = await client.sandbox.clock();
  await client.sandbox.until(timeMs + 500);
  const tokens = (await client.markets.list({ limit: 2 })).flatMap(({ tokenIds }) => tokenIds);
  for (const tokenId of tokens.slice(0, 2))
    await client.orders.place({ tokenId, side: 'BUY', price: '0.3', size: '10', type: 'GTC' });
  const socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/ws/market`);
  const begun = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ type: 'market', assets_ids: tokens }));
  socket.onmessage = () => begun.resolve();
  await begun.promise;
  const cpu = cpuOf(sandbox);
  const ms = await msOf(() => client.sandbox.until(timeMs + history.entries));
  const spent = cpuOf(sandbox).map((spentMs, of) => ((spentMs - (cpu[of] ?? 0)) * 1_000) / messages);
  const { state, certificate } = await client.sandbox.replayed(id);
  if (state !== 'done' || certificate?.tape.messages !== messages) bench.fail(`the replay is ${state}`);
  socket.close();
  const rate = (messages * 1_000) / ms;
  bench.table(
    ['', 'messages/s', 'CPU µs a message', "client's"],
    [['', count(rate), ...spent.map((us) => us.toFixed(1))]],
  );
  bench.bar({ label: 'messages/s of a tape', value: rate, min: 50_000 });
}

await runBench({}, async (bench) => {
  if (bench.has('waits')) await waits(bench);
  if (bench.has('tests')) await tests(bench);
  if (bench.has('replay')) await replays(bench);
  if (bench.has('day')) await day(bench);
});
