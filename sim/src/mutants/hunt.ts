/**
 * Looks for seeded bugs: each in a process of its own, several at a time, from the same first seed, until a seed ends
 * otherwise than well or the budget does. A seed that fails without the bug as well says nothing about the bug: the hunt
 * goes on behind it.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromBug } from './messages.ts';
import type { Mutant } from './mutant.ts';

const BUG_PROCESS = fileURLToPath(new URL('./bug-process.ts', import.meta.url));
/** One that takes longer never ends: seeds take about a second each. */
const SEED_MS_MAX = 300_000;

/** Errors by which a seeded bug shows that its source is wrong, and not what it breaks. */
const SPOILED = /^(?:ReferenceError|SyntaxError)|is not defined/;

export interface HuntOptions {
  readonly firstSeed: number;
  /** Seeds that each bug is given. */
  readonly budget: number;
  /** Processes at a time. */
  readonly workers: number;
  readonly onEnd?: (hunted: Hunted) => void;
}

export interface Hunted {
  readonly mutant: Mutant;
  /** CPU of the process with the bug. */
  readonly seconds: number;
  readonly outcome:
    | { readonly kind: 'found'; readonly seeds: number; readonly rule: string; readonly message: string }
    | { readonly kind: 'not_found'; readonly seeds: number }
    /** The file with the bug is never loaded: the simulator does not run that part. */
    | { readonly kind: 'not_loaded' }
    /** The changed source does not run. */
    | { readonly kind: 'spoiled'; readonly message: string };
}

type Ended = Exclude<FromBug, { readonly kind: 'seed' }>;

/** In the order of `mutants`. */
export async function hunt(mutants: readonly Mutant[], options: HuntOptions): Promise<readonly Hunted[]> {
  const sound = new SoundSeeds();
  const results = new Map<Mutant, Hunted>();
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const hunted = await huntOne(mutant, options, sound);
      results.set(mutant, hunted);
      options.onEnd?.(hunted);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return mutants.flatMap((mutant) => results.get(mutant) ?? []);
}

async function huntOne(mutant: Mutant, { firstSeed, budget }: HuntOptions, sound: SoundSeeds): Promise<Hunted> {
  const last = firstSeed + budget - 1;
  let cpuMs = 0;
  for (let first = firstSeed; first <= last; ) {
    const ended = await runSeeds(mutant.name, first, last);
    cpuMs += ended.cpuMs;
    const seconds = cpuMs / 1_000;
    if (ended.kind === 'not_found') {
      const outcome = ended.isLoaded ? { kind: 'not_found' as const, seeds: budget } : { kind: 'not_loaded' as const };
      return { mutant, seconds, outcome };
    }
    const { seed, rule, message } = ended;
    if (SPOILED.test(`${rule} ${message}`)) return { mutant, seconds, outcome: { kind: 'spoiled', message } };
    if (await sound.isSound(seed)) {
      return { mutant, seconds, outcome: { kind: 'found', seeds: seed - firstSeed + 1, rule, message } };
    }
    first = seed + 1;
  }
  return { mutant, seconds: cpuMs / 1_000, outcome: { kind: 'not_found', seeds: budget } };
}

/** Which seeds end well without a bug; each is run once. */
class SoundSeeds {
  readonly #asked = new Map<number, Promise<boolean>>();

  isSound(seed: number): Promise<boolean> {
    const asked = this.#asked.get(seed) ?? runSeeds('-', seed, seed).then(({ kind }) => kind === 'not_found');
    this.#asked.set(seed, asked);
    return asked;
  }
}

/** Never rejects: a process that dies, or a seed that does not end, is what was found. */
function runSeeds(name: string, first: number, last: number): Promise<Ended> {
  const child = fork(BUG_PROCESS, [name, String(first), String(last)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const { promise, resolve } = Promise.withResolvers<Ended>();
  let [seed, cpuMs] = [first, 0];
  let said = '';
  const found = (rule: string, message: string): void => resolve({ kind: 'found', seed, rule, message, cpuMs });
  const watch = (): NodeJS.Timeout =>
    setTimeout(() => {
      found('a run that never ends', `seed ${seed} did not end in ${SEED_MS_MAX / 1_000} s`);
      child.kill('SIGKILL');
    }, SEED_MS_MAX);
  let watched = watch();
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  child.on('message', (message: FromBug) => {
    clearTimeout(watched);
    if (message.kind !== 'seed') return resolve(message);
    ({ seed, cpuMs } = message);
    watched = watch();
  });
  child.on('close', () => {
    clearTimeout(watched);
    found('the process of the simulator died', lastError(said));
  });
  return promise;
}

/** The line of what a dying process has said that names the error. */
function lastError(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /^\w*(?:Error|Violation)\b/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
