/** Finds PostgreSQL's programs on this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export const POSTGRES_MISSING =
  'PostgreSQL 15 or newer is not installed here, or this is not Linux (on Debian: apt-get install postgresql)';

const VERSION_MIN = 15;
const PROGRAMS = ['initdb', 'pg_basebackup', 'pg_ctl', 'postgres', 'psql'];

/**
 * The newest installed version that is recent enough, with the folder that holds all its programs; null if there is none, or on systems other than Linux,
 * where we cannot list processes.
 */
export function postgresBinaries(): { readonly folder: string; readonly version: number } | null {
  if (process.platform !== 'linux') return null;
  const found = [...new Set([...foldersOnPath(), ...globSync('/usr/lib/postgresql/*/bin')])]
    .filter((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))))
    .map((folder) => ({ folder, version: versionOf(folder) }))
    .filter(({ version }) => version >= VERSION_MIN);
  return found.sort((one, other) => other.version - one.version)[0] ?? null;
}

/** Resolves symbolic links: the other programs may have no links of their own. */
function foldersOnPath(): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'postgres'))
    .filter((path) => existsSync(path))
    .map((path) => dirname(realpathSync(path)));
}

/** 0 if the program does not report a version. */
function versionOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
}
