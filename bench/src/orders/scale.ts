/** CPU time of an order by the number of connections, markets and accounts: how a venue grows. */
import type { Command } from '@bellwether/engine';
import type { Bench } from '../shared/bench.ts';
import { openAccount, openingCommands, tokensOf, writeHistory } from '../shared/history.ts';
import type { Figure } from '../shared/medians.ts';
import { count } from '../shared/report.ts';
import { openTraders, orderRequests } from '../shared/trading-floor.ts';
import { measured, TRADERS, venueContender } from './measure.ts';

const SIZES = {
  connections: [1, 10, 100],
  markets: [100, 1_000, 10_000],
  accounts: [1_000, 100_000, 1_000_000],
} as const;
/** Money of an account that does not trade, so that a million of them stay within a venue's limit. */
const BALANCE = 1_000_000_000;

function* opening(markets: number, accounts: number): Generator<Command> {
  yield* openingCommands(markets, 0);
  for (let account = 0; account < accounts; account++) yield openAccount(account, BALANCE);
}

/**
 * Compares the sizes of one kind, while the others stay at their smallest. Orders go to all markets alike. Each run
 * starts the venues again, one after another.
 */
export async function scale(bench: Bench): Promise<void> {
  const perRun = bench.smoke ? 200 : 4_000;
  const rows: Record<string, Record<string, Figure>> = {};
  for (const [kind, all] of Object.entries(SIZES)) {
    const sizes = bench.smoke ? all.slice(0, 1) : all;
    const venues = sizes.map((size) => {
      const of = (name: keyof typeof SIZES): number => (kind === name ? size : SIZES[name][0]);
      return { size, folder: bench.folder(), markets: of('markets'), accounts: of('accounts') };
    });
    for (const { folder, markets, accounts } of venues)
      await writeHistory(folder, opening(markets, accounts), () => null);
    const costs = await bench.medianOf(5, async (run) => {
      const found: Record<string, number> = {};
      for (const { size, folder, markets } of venues) {
        const venue = await bench.venue({}, folder);
        const tokens = Array.from({ length: markets }, (_, market) => tokensOf(market));
        const contender = venueContender(venue, {
          traders: await openTraders(venue, TRADERS),
          tokens,
          conditionIds: [],
        });
        const connections = kind === 'connections' ? size : 100;
        for (const seed of [2 * run, 2 * run + 1]) {
          const { cost } = await measured(contender, orderRequests(contender.floor, perRun, seed), connections);
          // The first time warms up.
          found[`${kind} ${count(size)}`] = cost.sum;
        }
        await venue.kill();
      }
      return found;
    });
    for (const [name, cost] of Object.entries(costs)) rows[name] = { 'CPU µs of an order': cost };
    const sorted = Object.values(costs).toSorted((one, other) => one.median - other.median);
    const [least, most] = [sorted[0] as Figure, sorted.at(-1) as Figure];
    bench.bar({ label: `CPU of an order, by ${kind}: most / least`, value: most.per(least), max: 1.3 });
  }
  bench.figures('', rows);
}
