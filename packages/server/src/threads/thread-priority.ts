/**
 * Lets a thread stand back: on a machine with few cores the threads that place orders must get a core at once, while
 * projections and large pages may wait. Linux gives every thread its own priority; elsewhere this does nothing.
 */
import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lowers the calling thread's priority to `nice`, 0 (normal) to 19 (least). */
export function lowerThreadPriority(nice: number): void {
  try {
    const thread = threadId();
    if (thread !== null) setPriority(thread, nice);
  } catch {
    // Another operating system, or one that does not allow it: all threads stay equal.
  }
}

/**
 * Leaves to the calling thread what no one else wants. A nice thread gets little but keeps its core to the end of its time
 * slice, up to 4 ms, when one with an order wakes up; an idle one gives it up at once. Node has no call for it: without
 * the command `chrt` (util-linux, BusyBox) the priority stays as it is.
 */
export function takeIdleTimeOnly(): void {
  const thread = threadId();
  if (thread === null) return;
  execFile('chrt', ['--idle', '--pid', '0', String(thread)], () => undefined).unref();
}

/** The operating system's id of the calling thread; null where it has none to read. */
function threadId(): number | null {
  try {
    // `<pid>/task/<tid>`: calls that take the id of a process take that of a thread on Linux.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    return Number.isInteger(thread) && thread > 0 ? thread : null;
  } catch {
    return null;
  }
}
