/** Where this machine has PostgreSQL's programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface PostgresBinaries {
  /** The folder that holds all of them. */
  readonly folder: string;
  /** Major version. */
  readonly version: number;
}

export const POSTGRES_MISSING =
  'PostgreSQL 15 or newer is not installed here, or this is not Linux (on Debian: apt-get install postgresql)';

const VERSION_MIN = 15;
const PROGRAMS = ['initdb', 'pg_basebackup', 'pg_ctl', 'postgres', 'psql'];

/** The newest that is there and new enough; null when there is none, or on systems whose processes we cannot list. */
export function postgresBinaries(): PostgresBinaries | null {
  if (process.platform !== 'linux') return null;
  const found = [...new Set([...foldersOnPath(), ...globSync('/usr/lib/postgresql/*/bin')])]
    .filter((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))))
    .map((folder) => ({ folder, version: versionOf(folder) }))
    .filter(({ version }) => version >= VERSION_MIN);
  return found.sort((one, other) => other.version - one.version)[0] ?? null;
}

/** Behind links, as the other programs may have none. */
function foldersOnPath(): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'postgres'))
    .filter((path) => existsSync(path))
    .map((path) => dirname(realpathSync(path)));
}

/** 0 when it does not say. */
function versionOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
}
