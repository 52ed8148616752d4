/** Runs a program of PostgreSQL to its end, as the servers' owner. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Owner } from './owner.ts';

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
