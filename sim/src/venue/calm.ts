/** Waits until the simulated world has healed and is quiet. */
import { Violation } from '../limits.ts';
import type { World } from '../world.ts';

/** Maximum true time for healing. */
const HEAL_MS_MAX = 120_000;

/** Prevents further faults and waits for lasting ones to end. */
export async function faultsEnded(world: World): Promise<void> {
  world.faults.stop();
  for (;;) {
    const standing = world.nodes
      .filter(({ isAlive }) => isAlive)
      .flatMap(({ process, projector }) => (projector === null ? [process] : [process, projector.process]));
    const pausedMs = standing.map(({ pausedUntilMs }) => pausedUntilMs);
    const endsMs = Math.max(world.links.slowUntilMs, world.cluster?.cutUntilMs ?? 0, ...pausedMs);
    if (endsMs <= world.nowMs) return;
    await new Promise<void>((resolve) => world.timers.after(endsMs - world.nowMs, resolve));
  }
}

/** Resolves once every expected process is up and all agree on the leader. Throws `Violation` if that takes too long. */
export const led = (world: World): Promise<void> => until(world, () => isLed(world), 'a process leads');

/** Resolves once rows and followers show the end of the log and no call is open. Throws as `led` does. */
export const quiet = (world: World): Promise<void> =>
  until(world, () => isQuiet(world), 'all that was sent is answered and shown');

function isLed({ cluster, newest, nodes, serving, disk }: World): boolean {
  if (cluster === null) return newest?.phase === 'up' && nodes.every((node) => !node.isAlive || node === newest);
  return (
    serving.length === cluster.size &&
    serving.every((node) => node.phase === 'up' && node.heardEpoch === disk.epoch) &&
    serving.filter(({ epoch }) => epoch === disk.epoch).length === 1
  );
}

function isQuiet(world: World): boolean {
  const { sequence } = world.disk.head;
  const isThere = (world.openCalls === 0 && isLed(world) ? world.serving : []).map(({ projector, gateway }) => {
    const hasRows = projector === null || (projector.state === 'ready' && projector.projected === sequence);
    return hasRows && gateway?.head.sequence === sequence && gateway.pending === 0;
  });
  return isThere.length > 0 && isThere.every(Boolean);
}

async function until(world: World, holds: () => boolean, what: string): Promise<void> {
  const endMs = world.nowMs + HEAL_MS_MAX;
  while (!holds()) {
    if (world.nowMs > endMs)
      throw new Violation('live-lock', `long after the last fault it is not so that ${what}: ${whatIsThere(world)}`);
    await new Promise<void>((resolve) => world.timers.after(10, resolve));
  }
}

function whatIsThere({ openCalls, serving, disk }: World): string {
  const nodes = serving.map(({ index, phase, projector, gateway }) => {
    const head = `${gateway?.head.sequence} with ${gateway?.pending} pending`;
    return `process ${index} is ${phase}, its rows are ${projector?.state} at ${projector?.projected}, its gateway at ${head}`;
  });
  return `${openCalls} calls are open, the log ends at ${disk.head.sequence}, ${nodes.join('; ')}`;
}
