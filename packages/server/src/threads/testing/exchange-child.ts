/** Runs `exchange-process.ts` as a child and speaks its protocol: for tests that kill, starve or double an exchange. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from '@bellwether/engine';

export interface Answer {
  readonly kind: string;
  readonly sequence: number;
}

const SCRIPT = join(import.meta.dirname, 'exchange-process.ts');

export class ExchangeChild {
  readonly #process: ChildProcess;
  readonly #onAnswer: (id: number, answer: Answer) => void;
  /** Sequence it started at; rejects when it ends before. */
  readonly ready: Promise<number>;
  /** How it ended and what it wrote to stderr, once everything it wrote has been read. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>;

  /** `limitKib`: the largest file the process may write, in KiB; 0 = no limit. `preload`: a module that runs first. */
  constructor(
    dataDir: string,
    onAnswer: (id: number, answer: Answer) => void,
    flags: readonly string[] = [],
    limitKib = 0,
    preload: string | null = null,
  ) {
    this.#onAnswer = onAnswer;
    const imports = preload === null ? [] : [`--import=${preload}`];
    const node = [process.execPath, ...imports, SCRIPT, dataDir, ...flags];
    const limited = ['bash', '-c', `ulimit -f ${limitKib} && exec "$@"`, 'bash', ...node];
    const [file = '', ...args] = limitKib > 0 ? limited : node;
    this.#process = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    // A killed child breaks the pipe; that is what the tests are about.
    this.#process.stdin?.on('error', () => undefined);
    const ready = Promise.withResolvers<number>();
    this.ready = ready.promise;
    this.ready.catch(() => undefined);
    let stderr = '';
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const lines = createInterface({ input: this.#process.stdout ?? process.stdin });
    lines.on('line', (line) => {
      const [first = '', kind = '', sequence = ''] = line.split(' ');
      if (first === 'ready') ready.resolve(Number(kind));
      // A line that the kill cut short has no third part and counts as never sent.
      else if (sequence !== '') this.#onAnswer(Number(first), { kind, sequence: Number(sequence) });
    });
    this.ended = new Promise((resolve) => {
      this.#process.on('close', (code, signal) => {
        ready.reject(new Error(`the exchange ended: ${stderr}`));
        resolve({ code, signal, stderr });
      });
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  send(id: number, command: Command): void {
    this.#process.stdin?.write(`${id} ${JSON.stringify(command)}\n`);
  }

  /** Lets it finish what it has and end by itself. */
  end(): void {
    this.#process.stdin?.end();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}
