/**
 * Lets threads yield: on a machine with few cores the threads that place orders must get a core at once, while
 * projections and large pages may wait. Linux gives every thread its own nice value; elsewhere this does nothing.
 */
import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { STANDS_BACK_NICE } from './limits.ts';

/** Lowers the calling thread's priority below the process's own, which may itself be lowered with `nice`. */
export function standBack(): void {
  try {
    // `<pid>/task/<tid>`: setpriority(2) takes a thread's own id on Linux.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, Math.min(getPriority(process.pid) + STANDS_BACK_NICE, constants.priority.PRIORITY_LOW));
  } catch {
    // Another operating system, or no permission: all threads stay equal.
  }
}
