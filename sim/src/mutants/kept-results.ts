/**
 * What was found out about bugs in an earlier run, in a file of one line of JSON for each: a hunt that was ended goes on where it
 * stopped. A result counts for the very bug, in the very file, under the very simulator that gave it; any other is left out.
 */
import { hash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Hunted } from './hunt.ts';
import type { Mutant } from './mutant.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Parts of `sim/src` that have nothing to do with how a seed goes. */
const OTHERS = /^sim\/src\/(?:mutants|crash|soak|storage|shrink)\/|\.test\.ts$/;

/** What is kept of one bug. */
interface Kept {
  readonly key: string;
  readonly name: string;
  readonly firstSeed: number;
  readonly seconds: number;
  readonly outcome: Hunted['outcome'];
}

export class KeptResults {
  readonly #path: string;
  readonly #kept = new Map<string, Kept>();
  readonly #simulator = simulatorHash();

  /** Throws when the file is there and has a line that is none. */
  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const kept = JSON.parse(line) as Kept;
      this.#kept.set(kept.key, kept);
    }
  }

  /** null when it has to be hunted: nothing is known of it, or less than is asked for. */
  find(mutant: Mutant, { firstSeed, budget }: { readonly firstSeed: number; readonly budget: number }): Hunted | null {
    const kept = this.#kept.get(this.#keyOf(mutant));
    if (kept?.firstSeed !== firstSeed) return null;
    const { seconds, outcome } = kept;
    const isEnough = outcome.kind === 'found' ? outcome.seeds <= budget : 'seeds' in outcome && outcome.seeds >= budget;
    return isEnough ? { mutant, seconds, outcome } : null;
  }

  keep({ mutant, seconds, outcome }: Hunted, firstSeed: number): void {
    const kept: Kept = { key: this.#keyOf(mutant), name: mutant.name, firstSeed, seconds, outcome };
    this.#kept.set(kept.key, kept);
    appendFileSync(this.#path, `${JSON.stringify(kept)}\n`);
  }

  #keyOf(mutant: Mutant): string {
    const source = readFileSync(`${ROOT}${mutant.file}`, 'utf8');
    return hash('sha256', JSON.stringify([this.#simulator, source, mutant]), 'hex');
  }
}

function simulatorHash(): string {
  const files = globSync('sim/src/**/*.ts', { cwd: ROOT }).filter((file) => !OTHERS.test(file));
  const texts = files.toSorted().map((file) => [file, readFileSync(`${ROOT}${file}`, 'utf8')]);
  return hash('sha256', JSON.stringify(texts), 'hex');
}
