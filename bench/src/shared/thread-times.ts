/** CPU time of each thread of a process, by the operating system's account. Linux only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The threads of the venue, as its table shows them; all others are the runtime's own: compilers, collectors of garbage. */
export const THREADS = ['gateway', 'exchange', 'projector', 'readers', 'signatures', 'other'] as const;
export type ThreadKind = (typeof THREADS)[number];
/** CPU milliseconds by kind of thread. */
export type ThreadTimes = Readonly<Record<ThreadKind, number>>;

/** Whether the operating system tells the times of threads. */
export const tellsThreadTimes = (): boolean => existsSync('/proc/self/task');

/** CPU time of all threads since they started. */
export function readThreadTimes(pid: number): ThreadTimes {
  const times: Record<ThreadKind, number> = {
    gateway: 0,
    exchange: 0,
    projector: 0,
    readers: 0,
    signatures: 0,
    other: 0,
  };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      times[Number(thread) === pid ? 'gateway' : kindOf(nameOf(pid, thread))] += cpuMs(pid, thread);
    } catch {
      // It has ended since the folder was listed.
    }
  }
  return times;
}

const nameOf = (pid: number, thread: string): string => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();

const cpuMs = (pid: number, thread: string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

/** Threads carry the name that they were started with, cut to fifteen characters. */
function kindOf(name: string): ThreadKind {
  if (name === 'exchange' || name === 'projector') return name;
  if (name === 'reads' || name === 'large-reads') return 'readers';
  return name.startsWith('signatures') ? 'signatures' : 'other';
}

/** `after - before` less what the process does by itself in that time, for each of `requests`; never below 0. */
export function perRequest(
  before: ThreadTimes,
  after: ThreadTimes,
  idlePerMs: ThreadTimes,
  elapsedMs: number,
  requests: number,
): ThreadTimes {
  return mapTimes((kind) => Math.max(0, (after[kind] - before[kind] - idlePerMs[kind] * elapsedMs) / requests));
}

export function mapTimes(time: (kind: ThreadKind) => number): ThreadTimes {
  return Object.fromEntries(THREADS.map((kind) => [kind, time(kind)])) as Record<ThreadKind, number>;
}

export const sumOf = (times: ThreadTimes): number => THREADS.reduce((sum, kind) => sum + times[kind], 0);
