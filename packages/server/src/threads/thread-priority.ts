/**
 * Lets threads stand back: on a machine with few cores the threads that place orders must get a core at once, while
 * projections and large pages may wait. Linux gives every thread its own nice value; elsewhere this does nothing.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** The process's threads, each with a folder of what the system knows of it. */
const THREADS = '/proc/self/task';
/** As V8 names the threads that mark, sweep and compile for all others. */
const HELPER = /V8Worker/;

/** Lowers the calling thread's priority by `nice`, up to 19 (only what no one else wants). */
export function lowerThreadPriority(nice: number): void {
  try {
    // `<pid>/task/<tid>`: setpriority(2) takes a thread's own id on Linux.
    lower(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), nice);
  } catch {
    // Another operating system, or one that does not allow it: all threads stay equal.
  }
}

/** Lowers the priority of V8's helpers, which all threads of the process share, likewise. */
export function lowerHelperPriority(nice: number): void {
  try {
    for (const thread of readdirSync(THREADS)) {
      if (HELPER.test(readFileSync(`${THREADS}/${thread}/comm`, 'utf8'))) lower(Number(thread), nice);
    }
  } catch {
    // As above.
  }
}

/** Below the process's own priority: one that was started with `nice` keeps what it was given. */
function lower(thread: number, nice: number): void {
  if (!Number.isInteger(thread) || thread <= 0) return;
  setPriority(thread, Math.min(getPriority(process.pid) + nice, constants.priority.PRIORITY_LOW));
}
