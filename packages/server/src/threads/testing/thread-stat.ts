/** What Linux knows of a thread of this process. */
import { readFileSync } from 'node:fs';

/** Its place in the line, counted from 1 as proc(5) does. */
const NICE_FIELD = 19;

export function niceOf(thread: number): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  // The second field is a name in brackets, which may hold spaces.
  const fromThird = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fromThird[NICE_FIELD - 3]);
}

export function threadName(thread: number): string {
  return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
}
