import type { SimArguments } from './arguments.ts';
import { replayCommand } from './arguments.ts';
import { runSeed } from './run-seed.ts';
export async function runMany({ seeds, from, commands, limits }: SimArguments): Promise<number> {
  const began = performance.now();
  let [failed, ms] = [0, 0];
  const counts = new Map<string, number>();
  for (let seed = from; seed < from + seeds; seed++) {
    const result = await runSeed(seed, { ...limits, ...(commands !== null && { commands }) });
    ms += result.simulatedMs;
    for (const [name, count] of Object.entries(result.counts)) counts.set(name, (counts.get(name) ?? 0) + count);
    if (result.kind === 'ok') continue;
    failed++;
    console.log(
      `seed ${seed}, step ${result.step}: ${result.rule}\n  ${result.message.slice(0, 1200)}\n  ${replayCommand(seed, limits)}`,
    );
  }
  const seconds = (performance.now() - began) / 1_000;
  for (const [name, count] of [...counts].sort()) console.log(`${name.padEnd(36)} ${count}`);
  console.log(
    `${seeds} seeds, ${failed} broken, ${(seeds / seconds).toFixed(1)} seeds/s, ${(ms / 1_000 / seconds).toFixed(0)} simulated s/s`,
  );
  return failed === 0 ? 0 : 1;
}
