/** A bot that the exam starts by a command of the shell, once for each incident, and that writes its beliefs to a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BELIEFS_BYTES_MAX, type Bot, BotProblem, type Brief, lastWords } from './bot.ts';

/** Time that a bot has between SIGTERM and SIGKILL. */
const STOP_MS = 2_000;
const OUTPUT_KEPT = 4_096;

export class CommandBot implements Bot {
  readonly #command: string;
  #run: Run | null = null;

  constructor(command: string) {
    this.#command = command;
  }

  get end(): string | null {
    return this.#run?.end ?? null;
  }

  async start(brief: Brief): Promise<void> {
    await this.stop();
    this.#run = new Run(this.#command, brief);
  }

  async beliefs(): Promise<string> {
    if (this.#run === null) throw new BotProblem('the bot was not started');
    return this.#run.beliefs();
  }

  async stop(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    await run?.stop();
  }
}

/** One process of the bot, with everything that it starts itself. */
class Run {
  readonly #folder = mkdtempSync(join(tmpdir(), 'bellwether-bot-'));
  readonly #file = join(this.#folder, 'beliefs.json');
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  readonly #startedMs = performance.now();
  #output = '';
  #end: string | null = null;

  constructor(command: string, { venue, key, market, token }: Brief) {
    this.#child = spawn(command, {
      shell: true,
      // A process group of its own, so that the shell's children end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, VENUE: venue, BOT_KEY: key, MARKET: market, TOKEN: token, BELIEFS: this.#file },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-OUTPUT_KEPT);
      });
    }
    process.once('exit', this.#kill);
    this.#closed = new Promise((resolve) => {
      const close = (how: string): void => {
        const seconds = ((performance.now() - this.#startedMs) / 1_000).toFixed(1);
        const said = lastWords(this.#output);
        this.#end ??= `the bot ended after ${seconds} s ${how}${said === '' ? ', without a word' : `: ${said}`}`;
        resolve();
      };
      this.#child.once('error', (error) => close(`because it could not be started: ${error.message}`));
      this.#child.once('close', (code, signal) => close(signal === null ? `with exit code ${code}` : `by ${signal}`));
    });
  }

  get end(): string | null {
    return this.#end;
  }

  beliefs(): string {
    const { size } = statSync(this.#file, { throwIfNoEntry: false }) ?? { size: null };
    if (size === null)
      throw new BotProblem('the bot has not written its beliefs: the file that BELIEFS names is not there');
    if (size > BELIEFS_BYTES_MAX) throw new BotProblem(`the bot's beliefs have more than ${BELIEFS_BYTES_MAX} bytes`);
    return readFileSync(this.#file, 'utf8');
  }

  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    await Promise.race([this.#closed, delay(STOP_MS, undefined, { ref: false })]);
    this.#kill();
    await Promise.race([this.#closed, delay(STOP_MS, undefined, { ref: false })]);
    process.off('exit', this.#kill);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly #kill = (): void => this.#signal('SIGKILL');

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // Everything of it has ended.
    }
  }
}
