/** The exchange host on its logs: commands as text, each batch durable before the next. */
import type { Command } from '@bellwether/engine';
import { commandTexts, openingCommands } from '../engine/commands.ts';
import { createStream } from '../engine/stream.ts';
import type { Bench } from '../shared/bench.ts';
import type { BenchExchange } from '../shared/exchange.ts';
import { count, msOf, percentiles } from '../shared/report.ts';

const OPEN_PER_MARKET = 2_000;

type Open = (opening: readonly Command[]) => Promise<BenchExchange>;

/** Measures each in turn. An order is charged with its share of the cancels and of the opening. */
export async function exchanges(bench: Bench, logs: Readonly<Record<string, Open>>) {
  const stream = createStream(bench.smoke ? 5_000 : 100_000, OPEN_PER_MARKET);
  const singles = bench.smoke ? 50 : 1_000;
  const commands = commandTexts(stream);
  bench.header('exchange: commands as text into the exchange host, each batch durable before the next', [
    `${count(commands.length - singles)} commands a run, of ${stream.accounts} accounts in ${stream.markets.length} markets, in batches of at most 256; then ${count(singles)} one at a time`,
    'SQLite: synchronous FULL; PostgreSQL: fsync, full_page_writes, checksums and synchronous_commit on, all on this machine',
    'after a run that warms up, a new journal each; no HTTP, signatures, way between threads, followers, network',
  ]);
  const measured = async (open: Open) => {
    const exchange = await open(openingCommands(stream));
    const before = process.threadCpuUsage();
    const ms = await msOf(() => exchange.run(commands.slice(0, -singles)));
    const { user, system } = process.threadCpuUsage(before);
    const alone: number[] = [];
    for (const command of commands.slice(-singles)) alone.push(await msOf(() => exchange.run([command])));
    const orders = stream.ids.length * (1 - singles / commands.length);
    const rates = { 'durable orders/s': (orders * 1_000) / ms, 'CPU µs/order': (user + system) / orders };
    const bytes = await exchange.close();
    return { ...rates, 'bytes/order': bytes / stream.ids.length, ...percentiles(alone, 50, 99) };
  };
  const inTurn = async () => {
    const found: Record<string, Awaited<ReturnType<typeof measured>>> = {};
    for (const [name, open] of Object.entries(logs)) found[name] = await measured(open);
    return found;
  };
  const found = await bench.medianOf(5, inTurn, 1);
  bench.figures('p50, p99: one at a time', found);
  return found;
}
