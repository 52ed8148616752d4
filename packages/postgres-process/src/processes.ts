/**
 * Finds the processes of a PostgreSQL server by their names. Each backend leads its own process group and outlives a
 * killed postmaster, so neither the group nor the parent finds them all. The names do: the postmaster has its data
 * folder among its arguments, and every other process has the cluster's name in its title.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const OURS = ['initdb', 'pg_basebackup', 'postgres', 'postgres:'];

/** Ids of the running processes with any of `names` in their command line or title. Ended processes are left out. */
export function postgresProcesses(names: readonly string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const line = readProc(pid, 'cmdline');
      const [program = ''] = line.split(/[\s\0]/, 1);
      return OURS.includes(basename(program)) && names.some((name) => line.includes(name));
    })
    .map(Number);
}

/** Sends SIGKILL to all these processes, and to any that they start meanwhile. Resolves when none is left. */
export async function killAll(names: readonly string[]): Promise<void> {
  for (let left = postgresProcesses(names); left.length > 0; left = postgresProcesses(names)) {
    for (const pid of left) signal(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
}

/** Sends SIGSTOP, to the parent first so that it starts no more processes. Resolves when all are stopped. */
export async function stopAll(postmaster: number, names: readonly string[]): Promise<void> {
  signal(postmaster, 'SIGSTOP');
  for (;;) {
    const moving = postgresProcesses(names).filter((pid) => !isStopped(pid));
    if (moving.length === 0) return;
    for (const pid of moving) signal(pid, 'SIGSTOP');
    await delay(POLL_MS);
  }
}

export function continueAll(names: readonly string[]): void {
  for (const pid of postgresProcesses(names)) signal(pid, 'SIGCONT');
}

/**
 * Removes the small System V segment that tells a server that another one uses its data folder. A killed server leaves
 * it behind, and deleting the folder does not remove it. Only for a folder whose server is down.
 */
export function removeSharedMemory(dir: string): void {
  const lockFile = join(dir, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const id = readFileSync(lockFile, 'utf8').split('\n')[6]?.trim().split(/\s+/)[1];
  if (id !== undefined) spawnSync('ipcrm', ['-m', id]);
}

/** True if the process is stopped or has ended. */
function isStopped(pid: number): boolean {
  // The state follows the name, which is in brackets and may contain any character.
  const afterName = readProc(String(pid), 'stat').split(')').at(-1) ?? '';
  return /^ ?[TtZX]|^$/.test(afterName);
}

/** '' if the process has ended. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
