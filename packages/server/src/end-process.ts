/** The end of a process that cannot go on. */
import { writeSync } from 'node:fs';

/** Synchronous: the line must be out before the process is. */
export function endProcess(message: string): void {
  try {
    writeSync(2, `bellwether: ${message}\n`);
  } finally {
    // The reader of stderr may be gone, or the disk it goes to full.
    process.exit(1);
  }
}
