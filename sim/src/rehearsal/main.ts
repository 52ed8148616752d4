/**
 * Plays each seed in a sandbox of each of two processes with different heaps, over HTTP and the feeds. Compares
 * everything they show byte for byte: answers, frames, journal and state.
 * Usage: npm run rehearse -- [--runs N] [--from SEED] [--pairs N]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { optionsOf, Run, Tally } from '../shared/harness.ts';
import type { Rehearsal } from './rehearse.ts';

const PLAYER = join(import.meta.dirname, 'rehearse.ts');
/** Heap options of the two processes, so that they collect garbage at different moments. */
const HEAPS = [['--max-semi-space-size=1'], ['--max-semi-space-size=64', '--min-semi-space-size=64']] as const;

const { runs, from, pairs } = optionsOf({ runs: 20, from: 1, pairs: 1 });
const tally = new Tally();
const run = new Run(
  'rehearse',
  Array.from({ length: runs }, (_, index) => from + index),
  `seeds ${from} to ${from + runs - 1}, each in two processes`,
);
await run.inLanes(pairs, async () => {
  const players = HEAPS.map((flags) => fork(PLAYER, { execArgv: [...flags] }));
  try {
    for (let seed = run.take(); seed !== undefined; seed = run.take()) {
      const [one = {}, other = {}] = await Promise.all(players.map((player) => ask(player, seed as number)));
      tally.add('runs');
      for (const [name, lines] of Object.entries(one)) tally.add(`${name}: number`, lines.length);
      const difference = differenceOf(one, other);
      if (difference !== null) run.broken(`seed ${seed}: ${difference}`);
    }
  } finally {
    for (const player of players) player.kill();
  }
});
run.conclude(tally.lines(), 'all runs the same to the byte');

async function ask(player: ChildProcess, seed: number): Promise<Rehearsal> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(player, 'exit', { signal }).then(([code]): never => {
    throw new Error(`a process that plays has ended with ${code}`);
  });
  ended.catch(() => undefined);
  player.send(seed);
  const [rehearsal] = (await Promise.race([once(player, 'message', { signal }), ended])) as [Rehearsal];
  over.abort();
  return rehearsal;
}

/** Describes the first place where two runs differ; null if there is none. */
function differenceOf(one: Rehearsal, other: Rehearsal): string | null {
  for (const [name, left] of Object.entries(one)) {
    const right = other[name] ?? [];
    const at = Array.from({ length: Math.max(left.length, right.length) }).findIndex(
      (_, index) => left[index] !== right[index],
    );
    if (at >= 0) return `${name} ${at}\n  one    ${left[at]}\n  other  ${right[at]}`;
  }
  return null;
}
