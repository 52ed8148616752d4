/** Has the page built when it is missing or of other sources, by the very function that `npm start` uses. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The built page. */
export const PAGE_FOLDER = join(ROOT, 'packages/web/dist');

/** Quick when there is nothing to do. Throws when the page cannot be built. */
export function ensurePage(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/bootstrap.mjs'), '--page'], {
    encoding: 'utf8',
  });
  // The bootstrap lets a venue start without a page, and only says so.
  const isBuilt = status === 0 && stderr.trim() === '' && existsSync(join(PAGE_FOLDER, 'index.html'));
  if (!isBuilt) throw new Error(`the page could not be built\n${stdout}${stderr}`);
}
