/** CPU time of each thread of a process, as reported by the operating system. Linux only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The venue's threads as its table shows them. All others belong to the runtime, such as compilers and garbage
 * collectors.
 */
export const THREADS = ['gateway', 'exchange', 'projector', 'readers', 'signatures', 'other'] as const;
type ThreadKind = (typeof THREADS)[number];
/** CPU milliseconds by kind of thread. */
export type ThreadTimes = Readonly<Record<ThreadKind, number>>;

/** Threads carry the name they were started with, cut to fifteen characters. */
const KINDS: readonly (readonly [RegExp, ThreadKind])[] = [
  [/^exchange$/, 'exchange'],
  [/^projector$/, 'projector'],
  [/^(?:large-)?reads$/, 'readers'],
  [/^signatures/, 'signatures'],
  [/./, 'other'],
];

/** True if the operating system reports CPU times of threads. */
export const tellsThreadTimes = (): boolean => existsSync('/proc/self/task');

/** CPU time of all threads since their start; not numbers if the operating system does not report it. */
export function readThreadTimes(pid: number): ThreadTimes {
  if (!tellsThreadTimes()) return mapTimes(() => Number.NaN);
  const times = { ...mapTimes(() => 0) } as Record<ThreadKind, number>;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const file = (name: string): string => readFileSync(`/proc/${pid}/task/${thread}/${name}`, 'utf8').trim();
    try {
      const kind = KINDS.find(([pattern]) => pattern.test(file('comm')))?.[1] ?? 'other';
      times[Number(thread) === pid ? 'gateway' : kind] += Number(file('schedstat').split(' ', 1)[0]) / 1e6;
    } catch {
      // The thread has ended since the folder was listed.
    }
  }
  return times;
}

/** The result of the work, with the CPU time that a process took for it and the elapsed time. */
export async function timesOf<Result>(pid: number, work: () => Promise<Result>) {
  const before = readThreadTimes(pid);
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  const after = readThreadTimes(pid);
  return { result, ms, times: mapTimes((kind) => after[kind] - before[kind]) };
}

export const mapTimes = (time: (kind: ThreadKind) => number): ThreadTimes =>
  Object.fromEntries(THREADS.map((kind) => [kind, time(kind)])) as Record<ThreadKind, number>;

export const sumOf = (times: ThreadTimes): number => THREADS.reduce((sum, kind) => sum + times[kind], 0);
