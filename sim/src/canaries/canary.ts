/**
 * Canaries: defects that the simulator must find. A canary replaces one exported function, or one method of a class,
 * while the venue runs. Product code knows nothing of canaries. Vite's module runner reads an import at each use, so
 * the replacement of an export reaches every importer; Node's own loader would not allow it.
 */
import type { RunResult } from '../limits.ts';
import { QUICK_COMMANDS } from '../quick-seeds.ts';
import { runSeed } from '../run-seed.ts';

/** Installs the defect and returns a function that removes it. */
export type Change = () => Promise<() => void>;

export interface Canary {
  readonly name: string;
  /** One sentence. */
  readonly breaks: string;
  readonly seed: number;
  readonly change: Change;
}

/** A method may name its object; a constructor stays as it is. */
type Replacement<Of, Original> = Original extends (...given: infer Given) => infer Answer
  ? (this: Of, ...given: Given) => Answer
  : Original;

/** Replaces the property `name` of a module or of a prototype. */
export function changed<Of extends object, Name extends string & keyof Of>(
  of: () => Promise<Of>,
  name: Name,
  change: (original: Of[Name]) => Replacement<Of, Of[Name]>,
): Change {
  return async () => {
    const target = await of();
    const original = Object.getOwnPropertyDescriptor(target, name);
    if (original === undefined) throw new Error(`${name} is not where it was`);
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: original.enumerable === true,
      value: change(target[name]),
    });
    return () => {
      Object.defineProperty(target, name, original);
    };
  };
}

/** Seeds that a canary may survive before it counts as alive. */
const SEEDS_MAX = 20;

export interface Killed {
  readonly rule: string;
  readonly seed: number;
  readonly seeds: number;
}

const play = (seed: number): Promise<RunResult> => runSeed(seed, { commands: QUICK_COMMANDS });

/** Results without a canary: each seed is played once. */
const sound = new Map<number, RunResult>();

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
