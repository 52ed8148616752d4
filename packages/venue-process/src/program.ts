/**
 * A program started by a check, a test or a benchmark: its output, its exit and its signs of life. Programs that still
 * run when this process exits are killed.
 */

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type Watched, watched, whileAlive } from './progress.ts';
import { workSeconds, workSteps } from './work.ts';

const TEXT_KEPT = 2 ** 24;
const LINES_SHOWN = 15;

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** The whole environment; this process's environment by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** Output that is not piped is not kept. */
  readonly stdio?: StdioOptions;
  /** Working directory; this process's own by default. */
  readonly cwd?: string;
}

/** A program ended before it printed the text that the caller waits for. */
export class ProgramEnded extends Error {
  readonly end: ProgramEnd;

  constructor(command: string, end: ProgramEnd) {
    super(`${command} ended (${end.signal ?? end.code}): ${end.stdout}${end.stderr}`);
    this.name = 'ProgramEnded';
    this.end = end;
  }
}

const running = new Set<Program>();
process.once('exit', () => {
  for (const { child } of running) child.kill('SIGKILL');
});

/** Kills all running programs and waits until they have ended. */
export async function killPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.end('SIGKILL')));
}

export class Program implements Watched {
  readonly child: ChildProcess;
  /** Resolves when the program has ended and all its output has been read. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
  readonly #command: string;
  readonly #listeners = new Set<() => void>();
  readonly #text = { stdout: '', stderr: '' };
  #written = 0;
  #heardMs = performance.now();

  constructor(
    [program = '', ...args]: readonly string[],
    { env, stdio = ['ignore', 'pipe', 'pipe'], cwd }: ProgramOptions = {},
  ) {
    this.#command = [program, ...args].join(' ');
    this.child = spawn(program, args, { env, stdio, cwd });
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name]?.setEncoding('utf8').on('data', (text: string) => {
        this.#text[name] = (this.#text[name] + text).slice(-TEXT_KEPT);
        this.#written += text.length;
        this.#heardMs = performance.now();
        for (const hear of this.#listeners) hear();
      });
    }
    running.add(this);
    watched.add(this);
    this.ended = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        running.delete(this);
        watched.delete(this);
        resolve({ code, signal, ...this.#text });
      };
      // Not `close`: it never comes if the channel to a child was closed first.
      this.child.once('exit', (code, signal) => {
        const pipes = [this.child.stdout, this.child.stderr].filter((pipe) => pipe?.closed === false);
        void Promise.all(pipes.map((pipe) => once(pipe as Readable, 'close'))).then(() => end(code, signal));
      });
      this.child.once('error', (error) => {
        this.#text.stderr += error.message;
        end(null, null);
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get stdout(): string {
    return this.#text.stdout;
  }

  get stderr(): string {
    return this.#text.stderr;
  }

  /** Resolves to the match once the program's stdout matches `words`. Throws `ProgramEnded`. */
  async said(words: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve } = Promise.withResolvers<RegExpExecArray>();
    const hear = (): void => {
      const found = words.exec(this.stdout);
      if (found !== null) resolve(found);
    };
    hear();
    this.#listeners.add(hear);
    return whileAlive(this.whileRunning(promise), [this]).finally(() => this.#listeners.delete(hear));
  }

  /** Resolves as `work` does. Throws `ProgramEnded` if the program ends first. */
  whileRunning<T>(work: Promise<T>): Promise<T> {
    const ended = this.ended.then((end) => {
      throw new ProgramEnded(this.#command, end);
    });
    return Promise.race([work, ended]);
  }

  /** Resolves when the program ends without being told to. */
  result(): Promise<ProgramEnd> {
    return whileAlive(this.ended, [this]);
  }

  /** Sends the signal if the program still runs, and waits until it has ended. */
  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<ProgramEnd> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    return this.result();
  }

  /** Changes with every sign of life. */
  get signs(): string {
    return `${this.#written} ${workSteps(this.pid)}`;
  }

  /** The program's last lines of output and its activity, for the error message of a wait that failed. */
  get state(): string {
    const silentS = Math.round((performance.now() - this.#heardMs) / 1_000);
    const lines = (this.stdout + this.stderr).trimEnd().split('\n').slice(-LINES_SHOWN);
    return `${this.#command} (process ${this.pid}, ${workSeconds(this.pid).toFixed(1)} s of work, silent for ${silentS} s):\n${lines.join('\n')}`;
  }
}
