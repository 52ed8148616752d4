/** Plays a canary until a seed ends in a violation that the sound code does not have. */

import type { RunResult } from '../limits.ts';
import { QUICK_COMMANDS } from '../quick-seeds.ts';
import { runSeed } from '../run-seed.ts';
import type { Canary } from './canary.ts';

/** Seeds that a canary may survive before it counts as alive. */
const SEEDS_MAX = 20;

export interface Killed {
  readonly rule: string;
  readonly seed: number;
  /** Number of seeds that were played. */
  readonly seeds: number;
}

const play = (seed: number): Promise<RunResult> => runSeed(seed, { commands: QUICK_COMMANDS });

/** Remembers which seeds hold without a canary: each is played once. */
export class SoundSeeds {
  readonly #played = new Map<number, RunResult>();

  async has(seed: number): Promise<boolean> {
    const result = this.#played.get(seed) ?? (await play(seed));
    this.#played.set(seed, result);
    return result.kind === 'ok';
  }
}

/** Returns null if the canary survives. */
export async function killed(canary: Canary, sound: SoundSeeds): Promise<Killed | null> {
  for (let seeds = 1; seeds <= SEEDS_MAX; seeds++) {
    const seed = canary.seed + seeds - 1;
    const result = await withCanary(canary, () => play(seed));
    if (result.kind === 'broken' && (await sound.has(seed))) return { rule: result.rule, seed, seeds };
  }
  return null;
}

async function withCanary<Result>({ change }: Canary, work: () => Promise<Result>): Promise<Result> {
  const undo = await change();
  try {
    return await work();
  } finally {
    undo();
  }
}
