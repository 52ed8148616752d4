/** Runs a program of PostgreSQL to its end, as the servers' owner. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const LIMIT_MS = 180_000;

/** The environment for PostgreSQL's programs: none of this process's PG* settings; messages in English. */
export function environment(password?: string): NodeJS.ProcessEnv {
  const path = process.env['PATH'] ?? '';
  return { PATH: path, LC_ALL: 'C', ...(password === undefined ? {} : { PGPASSWORD: password }) };
}

/** Returns the program's stdout. If the program fails, throws an error with its stderr. */
export async function run(
  program: string,
  args: readonly string[],
  { owner, cwd, password }: { owner: Owner | null; cwd: string; password?: string },
): Promise<string> {
  const env = environment(password);
  const { stdout } = await execute(program, [...args], { ...owner, cwd, env, timeout: LIMIT_MS });
  return stdout;
}

/** The user that the servers run as: PostgreSQL refuses to run as root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * Null if this process does not run as root: the servers then run as the same user. Throws if there is no unprivileged
 * user.
 */
export function unprivilegedOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')}`);
}
