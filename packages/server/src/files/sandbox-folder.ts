/** How the folder of a sandbox is told from that of a venue. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What branches a sandbox has, and what time it is in it. */
export const SANDBOX_FILE = 'sandbox.json';

/** Whether a folder is a sandbox's, or that of one of its branches. */
export function isSandboxFolder(dataDir: string): boolean {
  return existsSync(join(dataDir, SANDBOX_FILE)) || existsSync(join(dataDir, '..', '..', SANDBOX_FILE));
}
