/** Runs `exchange-process.ts` as a child and speaks its protocol: for tests that kill, starve or double an exchange. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from '@bellwether/engine';
import { Program, type ProgramEnd } from '@bellwether/venue-process/program';

export interface Answer {
  readonly kind: string;
  readonly sequence: number;
}

const SCRIPT = join(import.meta.dirname, 'exchange-process.ts');

export class ExchangeChild {
  readonly #program: Program;
  /** Sequence at which it started; rejects when it ends before. */
  readonly ready: Promise<number>;
  /** Resolves to the child's exit and stderr, once all of its output has been read. */
  readonly ended: Promise<ProgramEnd>;

  /** `limitKib`: the largest file that the process may write, in KiB; 0 = no limit. `preload`: a module that runs first. */
  constructor(
    dataDir: string,
    onAnswer: (id: number, answer: Answer) => void,
    flags: readonly string[] = [],
    limitKib = 0,
    preload: string | null = null,
  ) {
    const imports = preload === null ? [] : [`--import=${preload}`];
    const node = [process.execPath, ...imports, SCRIPT, dataDir, ...flags];
    const limited = ['bash', '-c', `ulimit -f ${limitKib} && exec "$@"`, 'bash', ...node];
    this.#program = new Program(limitKib > 0 ? limited : node, { stdio: 'pipe' });
    const { stdin, stdout } = this.#program.child;
    // A killed child breaks the pipe; that is what the tests are about.
    stdin?.on('error', () => undefined);
    createInterface({ input: stdout ?? process.stdin }).on('line', (line) => {
      const [id = '', kind = '', sequence, end] = line.split(' ');
      // A line that the kill cut short has no dot and counts as never sent.
      if (end === '.') onAnswer(Number(id), { kind, sequence: Number(sequence) });
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

  /** Lets it finish pending commands and end by itself. */
  end(): void {
    this.#program.child.stdin?.end();
  }

  kill(): void {
    this.#program.child.kill('SIGKILL');
  }
}
