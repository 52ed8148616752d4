/**
 * Target of a fault: the only process, or one of several nodes, usually the leader. Also the effect of a takeover on
 * it.
 */
import type { Dice } from '../dice/dice.ts';
import type { HostedNode, Surroundings } from '../venue/parts.ts';

const LEADER = 0.6;

/** Null if no process is there. */
export function victimOf({ cluster, newest, serving, disk }: Surroundings, dice: Dice): HostedNode | null {
  if (cluster === null) return newest;
  const alive = serving.filter(({ isAlive }) => isAlive);
  const leader = alive.find(({ epoch }) => epoch > 0 && epoch === disk.epoch);
  const [isLeader, any] = [dice.chance(LEADER), dice.fraction()];
  if (isLeader && leader !== undefined) return leader;
  return alive[Math.floor(any * alive.length)] ?? null;
}

/** The leader loses the lock and one other node loses its links, so that this node asks for the lock first. */
export function takeOverNodes({ cluster, serving, disk }: Surroundings, dice: Dice): void {
  cluster?.database.endHolder();
  const others = serving.filter(({ isAlive, epoch }) => isAlive && epoch !== disk.epoch);
  if (others.length > 0) cluster?.network.reset(dice.pick(others).process);
}

/** True if a process that led before an epoch is alive; it may not know yet that it was replaced. */
export function oldLeaderLives({ nodes }: Surroundings, epoch: number): boolean {
  return nodes.some((node) => node.isAlive && node.epoch > 0 && node.epoch < epoch);
}

/** True if a process lives and does not stand still. */
export function isWriting({ nodes, nowMs }: Surroundings, index: number): boolean {
  const process = nodes[index]?.process;
  return process?.isAlive === true && process.pausedUntilMs <= nowMs;
}
