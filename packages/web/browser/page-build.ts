/** Builds the page if it is missing or outdated, with the function that `npm start` uses. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Folder of the built page. */
export const PAGE_FOLDER = join(ROOT, 'packages/web/dist');

/** Builds the page if necessary; otherwise returns quickly. Throws if the build fails. */
export function ensurePage(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/bootstrap.mjs'), '--page'], {
    encoding: 'utf8',
  });
  // The bootstrap only warns if there is no page, because a venue can start without one.
  const isBuilt = status === 0 && stderr.trim() === '' && existsSync(join(PAGE_FOLDER, 'index.html'));
  if (!isBuilt) throw new Error(`the page could not be built\n${stdout}${stderr}`);
}
