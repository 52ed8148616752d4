/**
 * Kills real venues, or disturbs clusters of them, and compares the result with what their clients were told. A venue
 * lives for some rounds in its own folder, which is kept if a promise was broken.
 * Usage: npm run crash -- [--cluster] [--rounds N] [--lanes N] [--seed S]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { createDice, type Dice } from '../dice/dice.ts';
import { Broken, optionsOf, print, Run, Tally } from '../shared/harness.ts';
import { canTrace } from '../shared/tracer.ts';
import { FAULTS } from './cluster-faults.ts';
import { ClusterLife } from './cluster-life.ts';
import type { Life } from './life.ts';
import { AT_RANDOM, POINTS } from './points.ts';
import { VenueLife } from './venue-life.ts';

/** A longer journal would slow down every start. */
const ROUNDS_PER_LIFE = 25;

const { cluster, rounds, seed, ...given } = optionsOf({
  cluster: false,
  rounds: 20,
  lanes: 0,
  seed: Date.now() % 1_000_000,
});
const lanes = given.lanes || (cluster ? 1 : 2);
if (cluster && postgresBinaries() === null) {
  print(`crash --cluster is left out: ${POSTGRES_MISSING}`);
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const traces = !cluster && canTrace();
if (!cluster && !traces)
  print('there is no strace here, or it may not trace: kills are at random times only, at no named point');
const tally = cluster
  ? new Tally('rounds', ...FAULTS.map(({ name }) => name))
  : new Tally('rounds', ...(traces ? [AT_RANDOM, ...POINTS.map(({ name }) => name)] : [AT_RANDOM]));
const run = new Run(
  'crash',
  Array.from({ length: rounds }, (_, round) => round),
  `${rounds} rounds${cluster ? ' on a cluster' : ''} in ${lanes} lanes, seed ${seed}`,
);
const roundsPerLife = Math.min(ROUNDS_PER_LIFE, Math.ceil(rounds / lanes));

await run.inLanes(lanes, async (lane) => {
  const dice = createDice(seed + lane);
  for (let life = 1; run.take() !== undefined; life++)
    await liveOnce(dice.fork(life), `seed ${seed + lane}, life ${life}`);
});
run.conclude(tally.lines(), 'every promise was kept');

/** Lives for the round that was taken and some more. */
async function liveOnce(dice: Dice, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-crash-'));
  const life: Life = cluster ? new ClusterLife(dice, folder, tally) : new VenueLife(dice, folder, tally, traces);
  try {
    await life.open();
    let left = roundsPerLife;
    do {
      tally.add('rounds');
      await life.play();
    } while (--left > 0 && run.take() !== undefined);
    await life.finish();
  } catch (error) {
    await life.keep().catch(() => undefined);
    if (error instanceof Broken) error.message += ` (${name}, kept in ${folder})`;
    throw error;
  } finally {
    await life.stop();
  }
  rmSync(folder, { recursive: true });
}
