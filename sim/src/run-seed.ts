/** Runs one seed: a venue's life from its first process to the last check. */
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import type { EndOfRun } from './checks/examinations/examination.ts';
import { examine } from './checks/examinations/examine.ts';
import { asViolation, type RunOptions, type RunResult, Violation } from './limits.ts';
import { prepare } from './venue/install.ts';
import { SimWorld } from './venue/sim-world.ts';
import { startWorkload } from './workload/index.ts';

const RUN_MS_MAX = 4 * 3_600_000;

/** Runs a seed. May be called any number of times in one process, one after the other; leaves nothing behind. */
export async function runSeed(seed: number, options: RunOptions = {}): Promise<RunResult> {
  const world = new SimWorld(seed, options, await prepare());
  let broken: Violation | null = null;
  try {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    void live(world).then(over, (error: unknown) => world.fail(asViolation(error)));
    world.timers.after(RUN_MS_MAX, () => world.fail(new Violation('live-lock', 'the run never ends')));
    await world.scheduler.run(() => isOver);
    if (!isOver) throw new Violation('live-lock', 'nothing is left to happen, and the run is not over');
  } catch (error) {
    broken = asViolation(error);
  }
  for (const node of world.nodes) node.end();
  for (const { rows } of world.machines) rows.close();
  if (broken !== null) world.trace(`broken: ${broken.rule}`);
  const { traceHash, nowMs: simulatedMs } = world;
  const { steps } = world.scheduler;
  const counts = Object.fromEntries([...world.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const figures = { seed, traceHash, steps, simulatedMs, counts };
  if (broken === null) return { ...figures, kind: 'ok' };
  return { ...figures, kind: 'broken', rule: broken.rule, step: steps, message: broken.message };
}

async function live(world: SimWorld): Promise<void> {
  world.begin();
  await startWorkload(world);
  await world.heal();
  await world.quiet();
  const end = endOf(world);
  world.take({ kind: 'log', hashes: end.entries.map(({ hash }) => hash) });
  examine(end, world);
  world.take({ kind: 'ended' });
}

function endOf(world: SimWorld): EndOfRun {
  const { records } = world.disk;
  const replay = new Follower(emptyStart({ ...world.keeps, kept: 'recent' }));
  const entries = records.flatMap((record) => replay.foldRecord(record));
  const { head } = replay;
  const serving = world.nodes.filter((node) => world.isLatest(node));
  const { machine } = world.dice.fork('examined node').pick(serving);
  const followers = serving.flatMap(({ index, exchangeState: state, gateway }) => {
    if (state === null || gateway === null) return [];
    const exchange = { name: `exchange of node ${index}`, state, head, archive: null };
    return [exchange, { name: `gateway of node ${index}`, ...gateway.view }];
  });
  return {
    world,
    log: world.auditor.log,
    records,
    entries,
    followers: [{ name: 'replay', state: replay.state, head, archive: null }, ...followers],
    store: world.features.has('read_store') ? machine.rows.database : null,
    snapshots: () => [...machine.snapshots.load()],
  };
}
