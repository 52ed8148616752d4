/**
 * Runs contenders over one stream in turns, from fresh state each, and checks that all of them did the same work. Every
 * ratio is taken within a round, where its two sides met the same machine, and the median of the rounds is told. What
 * counts is the CPU time of the thread, which other work on the machine disturbs least; the clock is shown beside it.
 */
import { performance } from 'node:perf_hooks';
import { threadCpuUsage } from 'node:process';
import { collectGarbage, median } from '../shared/report.ts';
import type { Contender, Outcome } from './contender.ts';
import type { Stream } from './stream.ts';

/** Inputs are made in portions, so that they are as fresh as requests are and do not fill the heap. */
const PORTION = 1_000;

/** Contenders disagree about what was matched or what rests: one of them skipped work. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

export interface Comparison {
  readonly stream: Stream;
  /** Times of each counted round, by contender. */
  readonly times: readonly (readonly Times[])[];
  readonly outcome: Outcome;
  /** How many times as fast as contender `of` contender `who` is: median of the rounds. */
  ratio(who: number, of: number): number;
}

/** Seconds that a round took. */
export interface Times {
  readonly cpu: number;
  readonly clock: number;
}

/** One warm-up round, then `rounds` that count. Throws `Disagreement`. */
export function compare(stream: Stream, contenders: readonly Contender[], rounds: number): Comparison {
  const times: Times[][] = contenders.map(() => []);
  let reference: Outcome | null = null;
  for (let round = 0; round <= rounds; round++) {
    for (const [place, contender] of contenders.entries()) {
      const timed = timeRound(contender, stream);
      reference ??= timed.outcome;
      assertAgreed(contender.name, timed.outcome, reference);
      if (round > 0) times[place]!.push(timed.times);
    }
  }
  if (reference === null) throw new Error('nothing was compared');
  const ratio = (who: number, of: number): number =>
    median(times[of]!.map((slow, round) => slow.cpu / times[who]![round]!.cpu));
  return { stream, times, outcome: reference, ratio };
}

function timeRound(contender: Contender, stream: Stream): { readonly times: Times; readonly outcome: Outcome } {
  const run = contender.start();
  let milliseconds = 0;
  let cpuMicroseconds = 0;
  collectGarbage();
  for (let from = 0; from < stream.operations.length; from += PORTION) {
    run.prepare(stream.operations.slice(from, from + PORTION));
    const cpu = threadCpuUsage();
    const start = performance.now();
    run.perform();
    milliseconds += performance.now() - start;
    const { user, system } = threadCpuUsage(cpu);
    cpuMicroseconds += user + system;
  }
  return { times: { cpu: cpuMicroseconds / 1e6, clock: milliseconds / 1e3 }, outcome: run.outcome() };
}

function assertAgreed(name: string, mine: Outcome, reference: Outcome): void {
  if (mine.volume !== reference.volume)
    throw new Disagreement(`${name} matched ${mine.volume}, the book ${reference.volume}`);
  const market = mine.books.findIndex((book, index) => book !== reference.books[index]);
  if (market >= 0) throw new Disagreement(`${name} ends with another book in market ${market}`);
}
