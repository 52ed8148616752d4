/**
 * What one client at its caps does to another: orders and books of one address alone, and beside a process that sends the
 * worst request of a route from another address, turn by turn. Caps are on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runPaced } from '../shared/http-load.ts';
import { type Bar, median, percentile, printTable } from '../shared/report.ts';

export interface Attack {
  readonly name: string;
  /** Made when it begins: a signature is good for a minute. */
  readonly bytes: () => Buffer;
  /** What its caps let pass, or more: the rest is refused. */
  readonly perSecond: number;
}

export interface Victim {
  readonly order: () => Buffer;
  readonly book: Buffer;
}

const FROM = '127.0.0.99';
const ORDERS_PER_SECOND = 40;
const BOOKS_PER_SECOND = 18;
/** p99 beside an attacker over p99 alone. */
const TIMES_MAX = 3;
const START_MS = 700;

interface Latencies {
  readonly orders: readonly number[];
  readonly books: readonly number[];
}

export async function besideAttackers(
  port: number,
  victim: Victim,
  attacks: readonly Attack[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Bar[]> {
  const once1 = (next: () => Buffer, perSecond: number): Promise<readonly number[]> =>
    runPaced({ port, connections: 4, perSecond, secondsMax: seconds, from: FROM, next }).then(
      ({ latenciesMs }) => latenciesMs,
    );
  const look = async (): Promise<Latencies> => {
    const [orders, books] = await Promise.all([
      once1(victim.order, ORDERS_PER_SECOND),
      once1(() => victim.book, BOOKS_PER_SECOND),
    ]);
    return { orders, books };
  };
  await look();
  const bars: Bar[] = [];
  const rows: string[][] = [];
  for (const attack of attacks) {
    const alone: Latencies[] = [];
    const beside: Latencies[] = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(await look());
      const running = start(port, attack);
      await setTimeout(START_MS);
      beside.push(await look());
      await running.stop();
    }
    for (const what of ['orders', 'books'] as const) {
      const p99 = (of: readonly Latencies[]): number => median(of.map((round) => percentile(round[what], 0.99)));
      rows.push([attack.name, what, p99(alone).toFixed(2), p99(beside).toFixed(2)]);
      bars.push({
        label: `${attack.name}: p99 of ${what} alone / beside`,
        ratio: p99(alone) / p99(beside),
        atLeast: 1 / TIMES_MAX,
      });
    }
  }
  printTable(
    [`beside an attacker at its caps, medians of ${rounds} rounds`, 'of', 'p99 ms alone', 'p99 ms beside'],
    rows,
  );
  return bars;
}

function start(port: number, { bytes, perSecond }: Attack): { stop(): Promise<void> } {
  const program = fileURLToPath(new URL('./attacker.ts', import.meta.url));
  const words = [program, String(port), String(perSecond), bytes().toString('base64')];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
