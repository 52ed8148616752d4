/**
 * Plays each seed in a sandbox of each of two processes with different heaps, over HTTP and the feeds. Compares
 * everything they show byte for byte: answers, frames, journal and state.
 * Usage: npm run rehearse -- [--runs N] [--from SEED] [--pairs N]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { conclude, optionsOf, print, seconds } from '../shared/harness.ts';
import type { PlayWish } from './player.ts';
import type { Rehearsal } from './rehearse.ts';

const PLAYER = join(import.meta.dirname, 'player.ts');
/** Heap options of the two processes, so that they collect garbage at different moments. */
const HEAPS = [['--max-semi-space-size=1'], ['--max-semi-space-size=64', '--min-semi-space-size=64']] as const;
const PROGRESS_EVERY = 100;

const { runs, from, pairs } = optionsOf({ runs: 20, from: 1, pairs: 1 });
let next = from;
let done = 0;
let differ = 0;
const totals = { answers: 0, frames: 0, entries: 0 };

print(`rehearse: seeds ${from} to ${from + runs - 1}, each in two processes`);
await Promise.all(Array.from({ length: pairs }, playPair));
const { answers, frames, entries } = totals;
print(`  ${answers} answers, ${frames} frames, ${entries} entries, ${seconds()} s`);
conclude(done === runs && differ === 0, `rehearse: ${done - differ} of ${runs} runs the same to the byte`);

async function playPair(): Promise<void> {
  const players = HEAPS.map((flags) => fork(PLAYER, { execArgv: [...flags] }));
  try {
    while (next < from + runs) {
      const seed = next++;
      const [one, other] = await Promise.all(players.map((player) => ask(player, { seed, whole: false })));
      done++;
      count(one?.line ?? '');
      if (one?.line !== other?.line) {
        differ++;
        const both = await Promise.all(players.map((player) => ask(player, { seed, whole: true })));
        print(`seed ${seed}: ${differenceOf(both[0]?.run ?? null, both[1]?.run ?? null)}`);
        print(`  one    ${one?.line}\n  other  ${other?.line}`);
      }
      if (done % PROGRESS_EVERY === 0) print(`  ${done} of ${runs}, ${differ} differ, ${seconds()} s`);
    }
  } finally {
    for (const player of players) player.kill();
  }
}

interface Answer {
  readonly line: string;
  readonly run: Rehearsal | null;
}

async function ask(player: ChildProcess, wish: PlayWish): Promise<Answer> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(player, 'exit', { signal }).then(([code]): never => {
    throw new Error(`a process that plays has ended with ${code}`);
  });
  player.send(wish);
  try {
    const [answer] = (await Promise.race([once(player, 'message', { signal }), ended])) as [Answer];
    return answer;
  } finally {
    ended.catch(() => undefined);
    over.abort();
  }
}

function count(line: string): void {
  const [, , asked, , market, , user, , , sequence] = line.split(' ');
  totals.answers += Number(asked);
  totals.frames += Number(market) + Number(user);
  totals.entries += Number(sequence);
}

/** Describes the first answer or frame in which two runs differ. */
function differenceOf(one: Rehearsal | null, other: Rehearsal | null): string {
  if (one === null || other === null) return 'not played again';
  const lists = [one, other].map(({ heads, answers, frames }) => [heads, answers, ...frames]);
  for (const [place, name] of [
    'entry after',
    'answer',
    'frame of the market feed',
    'frame of the user feed',
  ].entries()) {
    const [left = [], right = []] = lists.map((each) => each[place] ?? []);
    const at = left.findIndex((text, index) => text !== right[index]);
    const first = at === -1 && left.length !== right.length ? left.length : at;
    if (first !== -1) return `${name} ${first}\n  one    ${left[first]}\n  other  ${right[first]}`;
  }
  return 'played again they are the same';
}
