/** Runs one seed: a venue's life from its first process to the last check. */
import { emptyStart, Follower } from '@bellwether/server/log/follower.ts';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { createChecks } from './checks/index.ts';
import { prepare } from './venue/signatures.ts';
import { SimWorld } from './venue/sim-world.ts';
import { startWorkload } from './workload/index.ts';
import { asViolation, type EndOfRun, type RunOptions, type RunResult, Violation } from './world.ts';

/** Maximum true time of a run. */
const RUN_MS_MAX = 4 * 3_600_000;

/** Runs a seed. May be called any number of times in one process, one after the other; leaves nothing behind. */
export async function runSeed(seed: number, options: RunOptions = {}): Promise<RunResult> {
  const prepared = await prepare();
  const world = new SimWorld(seed, options, prepared);
  let broken: Violation | null = null;
  try {
    for (const watch of createChecks(world)) world.watch(watch);
    let isOver = false;
    void live(world).then(
      () => {
        isOver = true;
      },
      (error: unknown) => world.fail(asViolation(error)),
    );
    world.timers.after(RUN_MS_MAX, () => world.fail(new Violation('live-lock', 'the run never ends')));
    await world.scheduler.run(() => isOver);
    if (!isOver) throw new Violation('live-lock', 'nothing is left to happen, and the run is not over');
  } catch (error) {
    broken = asViolation(error);
  }
  for (const node of world.nodes) node.end();
  for (const { rows } of world.machines) rows.close();
  if (broken !== null) world.trace(`broken: ${broken.rule}`);
  const figures = {
    seed,
    traceHash: world.traceHash,
    steps: world.step,
    simulatedMs: world.nowMs,
    counts: Object.fromEntries([...world.counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    coverage: world.coverage,
  };
  if (broken === null) return { ...figures, kind: 'ok' };
  return { ...figures, kind: 'broken', rule: broken.rule, step: world.step, message: broken.message };
}

async function live(world: SimWorld): Promise<void> {
  world.begin();
  await startWorkload(world);
  await world.heal();
  await world.quiet();
  const end = endOf(world);
  for (const watch of world.watches) await watch.end?.(end);
}

function endOf(world: SimWorld): EndOfRun {
  const { records } = world.disk;
  const replay = new Follower(emptyStart({ ...world.keeps, kept: 'recent' }));
  const entries: ChainedEntry[] = [];
  for (const record of records) entries.push(...replay.read(record));
  const { serving } = world;
  const node = world.dice.fork('examined node').pick(serving);
  const followers = [
    { name: 'replay', state: replay.state, head: replay.head, archive: null },
    ...serving.flatMap((each) => {
      const { exchangeState: state } = each;
      const exchange = { name: `exchange of node ${each.index}`, head: replay.head, archive: null };
      if (state === null || each.gateway === null) return [];
      const { state: own, head, archive } = each.gateway.client;
      const gateway = { name: `gateway of node ${each.index}`, state: own, head, archive };
      return [{ ...exchange, state }, gateway];
    }),
  ];
  return {
    world,
    records,
    entries,
    followers,
    store: world.features.has('read_store') ? node.machine.rows.database : null,
    snapshots: () => [...node.machine.snapshots.load()],
  };
}
