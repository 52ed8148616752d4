/** Replays one seed and prints everything that happened. */
import type { SimArguments } from './arguments.ts';
import { runSeed } from './run-seed.ts';

export async function replay({ seed, from, trace, commands, limits }: SimArguments): Promise<number> {
  const lines: string[] = [];
  const result = await runSeed(seed ?? from, {
    ...limits,
    ...(commands !== null && { commands }),
    ...(trace && { trace: (line: string) => void lines.push(line) }),
  });
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  for (const [name, count] of Object.entries(result.counts)) console.log(`${name.padEnd(36)} ${count}`);
  console.log(
    `steps ${result.steps}, simulated ${(result.simulatedMs / 1_000).toFixed(1)} s, trace ${result.traceHash}`,
  );
  if (result.kind === 'ok') {
    console.log(`seed ${result.seed}: everything holds`);
    return 0;
  }
  console.log(`seed ${result.seed}, step ${result.step}: ${result.rule}\n${result.message}`);
  return 1;
}
