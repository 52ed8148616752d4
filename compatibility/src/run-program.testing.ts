/**
 * Runs copied programs, each in a separate process beside the packages of this folder, whether they end on their own or
 * not.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..');
/** Below the packages, so that a program finds them as in its own project. */
const PROGRAMS = join(FOLDER, 'node_modules', '.cache', 'programs');
const COMPILER = join(FOLDER, '..', 'node_modules', 'typescript', 'bin', 'tsc');

export interface ProgramOptions {
  /** `ts` is compiled as its author's tools would do, without type checks. */
  readonly language: 'ts' | 'mjs';
  /**
   * Output that the program must produce; it is then ended if it does not end itself. Null: it must end successfully by
   * itself.
   */
  readonly until: RegExp | null;
  readonly env?: Readonly<Record<string, string>>;
  /** A module that is loaded before the program. */
  readonly before?: string;
}

/**
 * Returns the output of `code` on stdout and stderr once it has printed `until` or ended. Throws if it ends in another
 * way.
 */
export async function runProgram(code: string, { language, until, env = {}, before }: ProgramOptions): Promise<string> {
  const { folder, file, remove } = writeProgram(code, language);
  try {
    if (before !== undefined) writeFileSync(join(folder, 'before.mjs'), before);
    const first = before === undefined ? [] : ['--import', './before.mjs'];
    return await heard(
      spawn(process.execPath, [...first, file], { cwd: folder, env: { ...process.env, ...env } }),
      until,
    );
  } finally {
    remove();
  }
}

export interface WrittenProgram {
  readonly folder: string;
  /** Path of the module that Node runs. */
  readonly file: string;
  remove(): void;
}

/** Writes `code` where it finds the clients' packages, compiled if it has to be. */
export function writeProgram(code: string, language: ProgramOptions['language']): WrittenProgram {
  mkdirSync(PROGRAMS, { recursive: true });
  const folder = mkdtempSync(join(PROGRAMS, 'run-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, `program.${language}`), code);
  if (language === 'mjs') return { folder, file: join(folder, 'program.mjs'), remove };
  // Without the types of packages and of the language it takes a tenth of the time.
  const options = ['--ignoreConfig', '--noCheck', '--noResolve', '--lib', 'es5', '--target', 'esnext'];
  execFileSync(process.execPath, [COMPILER, ...options, '--module', 'esnext', 'program.ts'], { cwd: folder });
  return { folder, file: join(folder, 'program.js'), remove };
}

async function heard(child: ChildProcess, until: RegExp | null): Promise<string> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const ended = new Promise<void>((end) => child.once('close', () => end()));
  const read = (chunk: Buffer): void => {
    said += chunk.toString();
    if (until?.test(said) === true) resolve(said);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('error', reject);
  child.once('close', (code) => {
    if (until === null && code === 0) resolve(said);
    else reject(new Error(`the program ended with ${code} before it said ${until ?? 'all'}:\n${said}`));
  });
  try {
    return await promise;
  } finally {
    if (child.exitCode === null) child.kill();
    await ended;
  }
}
