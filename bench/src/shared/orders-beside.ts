/** What reading does to orders: their latency at a fixed rate, alone and beside a process that reads. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { queueOf, runPaced } from './http-load.ts';
import { type Bar, count, median, percentile, printTable } from './report.ts';
import { orderRequests, signOrders } from './signed-orders.ts';
import { openTradingFloor } from './trading-floor.ts';
import type { VenueProcess } from './venue-process.ts';

/** A program that reads until SIGTERM, then prints how many pages it got. */
export interface ReaderProgram {
  readonly program: URL;
  readonly words: readonly string[];
  /** What it reads: `mixed pages`. */
  readonly reads: string;
}

const PER_SECOND = 300;
/** The reader is a process of this machine too: what its start costs is not what its pages cost. */
const READER_START_MS = 2_000;

/**
 * Rounds of orders alone and beside the reader in turn. The p99 of one round is made by some fifty orders, and so by one
 * or two pauses of the machine, a collection of garbage or a snapshot, which come whether anybody reads or not: what
 * counts is the median round of each.
 */
export async function ordersBeside(venue: VenueProcess, reader: ReaderProgram, smoke: boolean): Promise<Bar> {
  const [rounds, seconds, perSecond] = smoke ? [1, 2, PER_SECOND / 3] : [5, 20, PER_SECOND];
  const floor = await openTradingFloor(venue, 4, 20);
  // What was written to prepare all this goes to the disk now, and not while orders wait for it.
  spawnSync('sync');
  let seed = 100;
  const orders = async (): Promise<readonly number[]> => {
    const next = queueOf(orderRequests(signOrders(floor, perSecond * seconds + 100, seed++)));
    return (await runPaced({ port: venue.port, connections: 32, next, perSecond, secondsMax: seconds })).latenciesMs;
  };
  await orders();
  const latencies: Record<'alone' | 'beside', (readonly number[])[]> = { alone: [], beside: [] };
  let pages = 0;
  for (let round = 0; round < rounds; round++) {
    latencies.alone.push(await orders());
    const running = startReader(reader);
    await setTimeout(READER_START_MS);
    latencies.beside.push(await orders());
    pages += await running.stop();
  }
  const rows = [
    ['alone', latencies.alone],
    [`beside ${count(pages)} ${reader.reads}`, latencies.beside],
  ] as const;
  printTable(
    [`orders at ${perSecond}/s, median of ${rounds} rounds`, 'p50 ms', 'p95 ms', 'p99 ms', 'worst p99 ms'],
    rows.map(([name, of]) => [
      name,
      ...[0.5, 0.95, 0.99].map((rank) => medianRound(of, rank).toFixed(2)),
      Math.max(...of.map((round) => percentile(round, 0.99))).toFixed(2),
    ]),
  );
  return {
    label: `order p99 alone / beside ${reader.reads}`,
    ratio: medianRound(latencies.alone, 0.99) / medianRound(latencies.beside, 0.99),
    atLeast: 0.5,
  };
}

const medianRound = (rounds: readonly (readonly number[])[], rank: number): number =>
  median(rounds.map((round) => percentile(round, rank)));

function startReader({ program, words }: ReaderProgram): { stop(): Promise<number> } {
  const child = spawn(process.execPath, [fileURLToPath(program), ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    async stop() {
      child.kill('SIGTERM');
      const [output] = (await once(child.stdout, 'data')) as [Buffer];
      return Number(output.toString());
    },
  };
}
