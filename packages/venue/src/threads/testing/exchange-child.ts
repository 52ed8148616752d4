/** Runs `exchange-process.ts` as a child and speaks its protocol: for tests that kill, starve or double an exchange. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from '@bellwether/engine';
import { Program, type ProgramEnd } from '@bellwether/venue-process/program';
import { expect } from 'vitest';

export type Answer = { readonly kind: string; readonly sequence: number };

const SCRIPT = join(import.meta.dirname, 'exchange-process.ts');
const FAST_CLOCK = new URL('fast-clock.ts', import.meta.url).href;

export interface ChildOptions {
  /** Called for each outcome of a command of `send`. */
  readonly onAnswer?: (id: number, answer: Answer) => void;
  /** With a read store. */
  readonly projects?: boolean;
  /** The largest file that the process may write, in KiB. */
  readonly limitKib?: number;
  /** A clock on which a second counts as a minute, also between two starts. */
  readonly isFast?: boolean;
}

export class ExchangeChild {
  readonly #program: Program;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  answers = 0;
  /** Sequence at which it started; rejects when it ends before. */
  readonly ready: Promise<number>;
  /** Resolves to the child's exit and stderr, once all of its output has been read. */
  readonly ended: Promise<ProgramEnd>;

  constructor(dataDir: string, { onAnswer, projects = false, limitKib, isFast = false }: ChildOptions = {}) {
    const node = [process.execPath, ...(isFast ? [`--import=${FAST_CLOCK}`] : []), SCRIPT, dataDir];
    if (projects) node.push('--projector');
    const limited = ['bash', '-c', `ulimit -f ${limitKib} && exec "$@"`, 'bash', ...node];
    this.#program = new Program(limitKib === undefined ? node : limited, { stdio: 'pipe' });
    const { stdin, stdout } = this.#program.child;
    // A killed child breaks the pipe; that is what the tests are about.
    stdin?.on('error', () => undefined);
    createInterface({ input: stdout ?? process.stdin }).on('line', (line) => {
      const [id = '', kind = '', sequence, end] = line.split(' ');
      // A line that the kill cut short has no dot and counts as never sent.
      if (end !== '.') return;
      this.answers++;
      const answer = { kind, sequence: Number(sequence) };
      (this.#waiting.get(Number(id)) ?? onAnswer?.bind(null, Number(id)))?.(answer);
    });
    this.ready = this.#program.said(/^ready (\d+)\n/).then(([, sequence]) => Number(sequence));
    this.ready.catch(() => undefined);
    this.ended = this.#program.ended;
  }

  get pid(): number {
    return this.#program.pid;
  }

  send(id: number, command: Command): void {
    this.#program.child.stdin?.write(`${id} ${JSON.stringify(command)}\n`);
  }

  /** Resolves to the outcome of a command; never, if it ends before. */
  submit(command: Command): Promise<Answer> {
    // Ids of `send` are not below zero.
    const id = -1 - this.#waiting.size;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.send(id, command);
    return promise;
  }

  submitAll(commands: readonly Command[]): Promise<readonly Answer[]> {
    return Promise.all(commands.map((command) => this.submit(command)));
  }

  /** Lets it finish pending commands and end by itself, as it must. */
  async end(): Promise<void> {
    this.#program.child.stdin?.end();
    expect(await this.ended).toMatchObject({ code: 0, stderr: '' });
  }

  async kill(): Promise<void> {
    this.#program.child.kill('SIGKILL');
    expect(await this.ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
  }
}
