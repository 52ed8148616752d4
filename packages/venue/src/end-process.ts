/** Ends a process that cannot continue. */
import { writeSync } from 'node:fs';

/** Writes synchronously: the line must be out before the process exits. */
export function endProcess(message: string): void {
  try {
    writeSync(2, `bellwether: ${message}\n`);
  } finally {
    // The reader of stderr may be gone, or the disk behind it full.
    process.exit(1);
  }
}
