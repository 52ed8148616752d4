/**
 * Lets a thread stand back: on a machine with few cores the threads that place orders must get a core at once, while
 * projections and large pages may wait. Linux gives every thread its own nice value; elsewhere this does nothing.
 */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lowers the calling thread's priority to `nice`, 0 (normal) to 19 (only what no one else wants). */
export function lowerThreadPriority(nice: number): void {
  try {
    // `<pid>/task/<tid>`: setpriority(2) takes a thread's own id on Linux.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isInteger(thread) && thread > 0) setPriority(thread, nice);
  } catch {
    // Another operating system, or one that does not allow it: all threads stay equal.
  }
}
