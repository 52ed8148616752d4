/** CPU time of an order by the number of connections, markets and accounts: how a venue grows. */
import type { Command } from '@bellwether/engine';
import { marketDefinition } from '@bellwether/engine/testing/testing/definitions.ts';
import type { Bench } from '../shared/bench.ts';
import { openAccount, openingCommands, writeHistory } from '../shared/history.ts';
import { median } from '../shared/report.ts';
import { openTraders, orderRequests } from '../shared/trading-floor.ts';
import type { VenueProcess } from '../shared/venue-process.ts';

const TRADERS = 40;
const ROUNDS = 5;
const SIZES = {
  connections: [1, 10, 100],
  markets: [100, 1_000, 10_000],
  accounts: [1_000, 100_000, 1_000_000],
} as const;
/** Money of an account that does not trade, so that a million of them stay within a venue's limit. */
const BALANCE = 1_000_000_000;

/** CPU microseconds of an order, all its threads included, until its rows are written. */
export type CostOf = (venue: VenueProcess, requests: readonly Buffer[], connections: number) => Promise<number>;

function* opening(markets: number, accounts: number): Generator<Command> {
  yield* openingCommands(markets, 0);
  for (let account = 0; account < accounts; account++) yield openAccount(account, BALANCE);
}

/** Compares the sizes of one kind, while the others stay at their smallest. Orders go to all markets alike. */
export async function scale(bench: Bench, costOf: CostOf): Promise<void> {
  const rows: string[][] = [];
  const perRound = bench.smoke ? 200 : 4_000;
  for (const [kind, sizes] of Object.entries(SIZES)) {
    const costs: number[] = [];
    for (const size of bench.smoke ? sizes.slice(0, 1) : sizes) {
      const of = (name: keyof typeof SIZES): number => (kind === name ? size : SIZES[name][0]);
      const folder = bench.folder();
      await writeHistory(folder, opening(of('markets'), of('accounts')), () => null);
      const venue = await bench.venue({}, folder);
      const tokens = Array.from({ length: of('markets') }, (_, market) => marketDefinition(market, {}).tokenIds);
      const floor = { traders: await openTraders(venue, TRADERS), tokens, conditionIds: [] };
      const rounds: number[] = [];
      for (let round = 0; round <= (bench.smoke ? 1 : ROUNDS); round++) {
        const connections = kind === 'connections' ? size : 100;
        const cost = await costOf(venue, orderRequests(floor, perRound, round + 1), connections);
        if (round > 0) rounds.push(cost);
      }
      await venue.kill();
      costs.push(median(rounds));
    }
    rows.push([kind, ...costs.map((us, index) => `${sizes[index]?.toLocaleString('en')}: ${us.toFixed(0)}`)]);
    const value = Math.max(...costs) / Math.min(...costs);
    bench.bar({ label: `CPU of an order, by ${kind}: most / least`, value, max: 1.3 });
  }
  bench.table(['CPU µs of an order', 'fewest', '', 'most'], rows);
}
