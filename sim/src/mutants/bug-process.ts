/**
 * A process with one seeded bug in it, or with none: runs seed after seed until one ends otherwise than well. The
 * simulator is imported after the bug is in place. Arguments: name of the bug or `-`, first seed, last seed.
 */
import { inject } from './inject.ts';
import type { FromBug } from './messages.ts';
import { mutantNamed } from './table.ts';

const [name = '-', first = '1', last = first] = process.argv.slice(2);
const injection = name === '-' ? { isLoaded: true } : inject(mutantNamed(name));
const { runSeed } = await import('../run-seed.ts');

const tell = (message: FromBug): unknown => process.send?.(message);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function brokenBy(seed: number): Promise<{ readonly rule: string; readonly message: string } | null> {
  try {
    const result = await runSeed(seed);
    return result.kind === 'broken' ? result : null;
  } catch (error) {
    const { name: rule, message } = error instanceof Error ? error : new Error(String(error));
    return { rule: `the simulator failed: ${rule}`, message };
  }
}

async function run(): Promise<void> {
  for (let seed = Number(first); seed <= Number(last); seed++) {
    tell({ kind: 'seed', seed, cpuMs: cpuMs() });
    const broken = await brokenBy(seed);
    if (broken === null) continue;
    tell({ kind: 'found', seed, rule: broken.rule, message: broken.message, cpuMs: cpuMs() });
    return;
  }
  tell({ kind: 'not_found', cpuMs: cpuMs(), isLoaded: injection.isLoaded });
}

await run();
process.disconnect?.();
