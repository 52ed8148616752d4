/** Distinguishes the folder of a sandbox from a venue's. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File with the branches of a sandbox and its current time. */
export const SANDBOX_FILE = 'sandbox.json';
/** Folder of the branches; each branch is a data folder. */
export const BRANCHES_FOLDER = 'branches';

/** File of a branch with the scenario that it plays. */
export const SCENARIO_FILE = 'scenario.json';

/** True if the folder belongs to a sandbox or to one of its branches. */
export function isSandboxFolder(dataDir: string): boolean {
  return existsSync(join(dataDir, SANDBOX_FILE)) || existsSync(join(dataDir, '..', '..', SANDBOX_FILE));
}

/**
 * Data folders in a folder: one per branch that a sandbox names, otherwise the folder itself. A rewind fills the folder
 * of the next branch before it is named; a start removes one that a kill has left so. Throws if the names cannot be read.
 */
export function dataFoldersOf(dataDir: string): readonly string[] {
  const file = join(dataDir, SANDBOX_FILE);
  if (!existsSync(file)) return [dataDir];
  const { branches } = namesIn(file);
  return branches.map(({ id }) => join(dataDir, BRANCHES_FOLDER, id)).sort();
}

/** Data folder that clients of a sandbox trade on; any other folder itself. Throws as `dataFoldersOf` does. */
export function currentFolderOf(dataDir: string): string {
  const file = join(dataDir, SANDBOX_FILE);
  return existsSync(file) ? join(dataDir, BRANCHES_FOLDER, namesIn(file).current) : dataDir;
}

function namesIn(file: string): { readonly current: string; readonly branches: readonly { readonly id: string }[] } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof namesIn>;
  } catch (error) {
    throw new Error(`${file}, which names the branches of this sandbox, cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
