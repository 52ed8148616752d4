/** Distinguishes the folder of a sandbox from a venue's. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** File with the branches of a sandbox and its current time. */
export const SANDBOX_FILE = 'sandbox.json';
/** Folder of the branches; each branch is a data folder. */
export const BRANCHES_FOLDER = 'branches';

/** True if the folder belongs to a sandbox or to one of its branches. */
export function isSandboxFolder(dataDir: string): boolean {
  return existsSync(join(dataDir, SANDBOX_FILE)) || existsSync(join(dataDir, '..', '..', SANDBOX_FILE));
}

/** Data folders in a folder: one per branch of a sandbox, otherwise the folder itself. */
export function dataFoldersOf(dataDir: string): readonly string[] {
  if (!existsSync(join(dataDir, SANDBOX_FILE))) return [dataDir];
  const branches = join(dataDir, BRANCHES_FOLDER);
  return readdirSync(branches)
    .sort()
    .map((branch) => join(branches, branch));
}
