/** How the folder of a sandbox is told from that of a venue. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What branches a sandbox has, and what time it is in it. */
export const SANDBOX_FILE = 'sandbox.json';
/** Where they are, each in a data folder of its own. */
export const BRANCHES_FOLDER = 'branches';

/** Whether a folder is a sandbox's, or that of one of its branches. */
export function isSandboxFolder(dataDir: string): boolean {
  return existsSync(join(dataDir, SANDBOX_FILE)) || existsSync(join(dataDir, '..', '..', SANDBOX_FILE));
}

/** The data folders in a folder: those of a sandbox's branches, or the one that it is. */
export function dataFoldersOf(dataDir: string): readonly string[] {
  if (!existsSync(join(dataDir, SANDBOX_FILE))) return [dataDir];
  const branches = join(dataDir, BRANCHES_FOLDER);
  return readdirSync(branches)
    .sort()
    .map((branch) => join(branches, branch));
}
