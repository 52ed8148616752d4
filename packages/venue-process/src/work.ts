/** The work of a process as the system counts it: CPU time, plus time spent waiting for a CPU on a busy machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seconds of work that count as a sign of life: far more than an idle process does in a whole wait. */
const STEP_S = 4;

/** Seconds of work of all threads of a process; 0 if the system does not report it. */
export function workSeconds(pid: number): number {
  const threads = `/proc/${pid}/task`;
  try {
    const stats = readdirSync(threads).map((id) => readFileSync(join(threads, id, 'schedstat'), 'utf8').split(' '));
    return stats.reduce((sum, [ranNs, waitedNs]) => sum + (Number(ranNs) + Number(waitedNs)) / 1e9, 0);
  } catch {
    return 0;
  }
}

/** Changes with each sign of life. */
export const workSteps = (pid: number): number => Math.trunc(workSeconds(pid) / STEP_S);
