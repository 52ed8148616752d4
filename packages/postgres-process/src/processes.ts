/**
 * The processes of PostgreSQL by what they were started on. Each backend leads a process group of its own and outlives
 * a postmaster that was killed, so neither the group nor the parent finds them all; what a process is called does: the
 * postmaster has its data folder among its arguments, every other one the name of the cluster in its title.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const OURS = ['initdb', 'pg_basebackup', 'postgres', 'postgres:'];

/** Ids of the running ones that have any of `names` in their command line or title. Those that ended are not among them. */
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

/** SIGKILL to all of them, and to what they started meanwhile. Resolves when none is left. */
export async function killAll(names: readonly string[]): Promise<void> {
  for (let left = postgresProcesses(names); left.length > 0; left = postgresProcesses(names)) {
    for (const pid of left) signal(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
}

/** SIGSTOP, the parent first so that it starts no more. Resolves when all of them stand still. */
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
 * The small System V segment by which a server knows that another one has its data folder: one that was killed leaves
 * it behind, and no one else removes it when the folder goes. For a folder whose server does not run.
 */
export function removeSharedMemory(dir: string): void {
  const lockFile = join(dir, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const id = readFileSync(lockFile, 'utf8').split('\n')[6]?.trim().split(/\s+/)[1];
  if (id !== undefined) spawnSync('ipcrm', ['-m', id]);
}

/** Stands still, or has ended. */
function isStopped(pid: number): boolean {
  // The state follows the name, which is in brackets and may hold anything.
  const afterName = readProc(String(pid), 'stat').split(')').at(-1) ?? '';
  return /^ ?[TtZX]|^$/.test(afterName);
}

/** '' when it has ended. */
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
