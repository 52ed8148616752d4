/** Whom a fault strikes: the one process there is, or one of several nodes, mostly the one that leads; and what a takeover does to it. */
import type { Dice } from '../dice/dice.ts';
import type { HostedNode, Surroundings } from '../venue/parts.ts';

const LEADER = 0.6;

/** Null when no one is there. */
export function victimOf({ cluster, newest, serving, disk }: Surroundings, dice: Dice): HostedNode | null {
  if (cluster === null) return newest;
  const alive = serving.filter(({ isAlive }) => isAlive);
  const leader = alive.find(({ epoch }) => epoch > 0 && epoch === disk.epoch);
  const [isLeader, any] = [dice.chance(LEADER), dice.fraction()];
  if (isLeader && leader !== undefined) return leader;
  return alive[Math.floor(any * alive.length)] ?? null;
}

/** Who leads loses the lock, and one of the others its links: that one is the first to ask for it. */
export function takeOverNodes({ cluster, serving, disk }: Surroundings, dice: Dice): void {
  cluster?.database.endHolder();
  const others = serving.filter(({ isAlive, epoch }) => isAlive && epoch !== disk.epoch);
  if (others.length > 0) cluster?.network.reset(dice.pick(others).process);
}

/** One that has led before an epoch, and may not know yet that it does not any more. */
export function oldLeaderLives({ nodes }: Surroundings, epoch: number): boolean {
  return nodes.some((node) => node.isAlive && node.epoch > 0 && node.epoch < epoch);
}

/** Whether a process lives, and does not stand still. */
export function isWriting({ nodes, nowMs }: Surroundings, index: number): boolean {
  const process = nodes[index]?.process;
  return process?.isAlive === true && process.pausedUntilMs <= nowMs;
}
