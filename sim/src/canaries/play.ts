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

/** Results without a canary: each seed is played once. */
const sound = new Map<number, RunResult>();

/** Returns null if the canary survives. */
export async function killed({ seed: first, change }: Canary): Promise<Killed | null> {
  for (let seeds = 1; seeds <= SEEDS_MAX; seeds++) {
    const seed = first + seeds - 1;
    const undo = await change();
    const result = await play(seed).finally(undo);
    if (result.kind === 'ok') continue;
    const without = sound.get(seed) ?? (await play(seed));
    sound.set(seed, without);
    if (without.kind === 'ok') return { rule: result.rule, seed, seeds };
  }
  return null;
}
