/** A node of the cluster: `bellwether serve` as its operator starts it, and the standing it reports. */
import { createInterface } from 'node:readline';
import { startBellwether } from '@bellwether/venue-process';
import type { Program } from '@bellwether/venue-process/program';

const WORDS_KEPT = 20;

/** State that the node reports; `paused` while its process is stopped, `ended` if there is no process. */
export type NodeState = 'starts' | 'leads' | 'follows' | 'seeks' | 'paused' | 'ended';

const STANDINGS: Readonly<Record<string, NodeState>> = { leads: 'leads', follows: 'follows', looks: 'seeks' };

export interface NodeEnd {
  readonly name: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines that the process wrote to stderr. */
  readonly words: readonly string[];
}

export interface NodeOptions {
  readonly name: string;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Called when the node begins to lead, to follow or to look for a leader, and when it has ended. */
  readonly onStanding: (node: NodeProcess) => void;
  readonly onEnd: (end: NodeEnd) => void;
}

export class NodeProcess {
  readonly name: string;
  readonly dataDir: string;
  readonly #options: NodeOptions;
  #program: Program | null = null;
  #isPaused = false;
  /** Port at which the node answers; 0 while it does not. */
  port = 0;
  standing: NodeState = 'starts';
  /** Epoch of the last report that the node leads or follows. */
  epoch = 0;
  #words: readonly string[] = [];

  constructor(options: NodeOptions) {
    this.#options = options;
    this.name = options.name;
    this.dataDir = options.dataDir;
  }

  get state(): NodeState {
    if (this.#program === null) return 'ended';
    if (this.#isPaused) return 'paused';
    return this.port === 0 ? 'starts' : this.standing;
  }

  get pid(): number {
    return this.#program?.pid ?? 0;
  }

  /** The last lines that the process wrote to stderr. */
  get words(): readonly string[] {
    return this.#program === null ? this.#words : lastLines(this.#program.stderr);
  }

  start(): void {
    if (this.#program !== null) return;
    const { dataDir, settings } = this.#options;
    const program = startBellwether(['serve'], { dataDir, settings });
    this.#program = program;
    const { stdout } = program.child;
    if (stdout !== null) createInterface({ input: stdout }).on('line', (line) => this.#said(line));
    void program.ended.then(({ code, signal, stderr }) => {
      this.#words = lastLines(stderr);
      this.#program = null;
      this.#isPaused = false;
      this.port = 0;
      this.standing = 'starts';
      this.#options.onEnd({ name: this.name, code, signal, words: this.#words });
    });
  }

  #said(line: string): void {
    const port = /^Bellwether is ready at http:\/\/[^\s:]+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) this.port = Number(port);
    const standing = STANDINGS[/^Bellwether (\w+)/.exec(line)?.[1] ?? ''];
    if (standing === undefined) return;
    this.standing = standing;
    this.epoch = Number(/, epoch (\d+)$/.exec(line)?.[1] ?? 0);
    this.#options.onStanding(this);
  }

  pause(): void {
    if (this.#program === null) return;
    this.#isPaused = true;
    this.#program.child.kill('SIGSTOP');
  }

  resume(): void {
    this.#isPaused = false;
    this.#program?.child.kill('SIGCONT');
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.#isPaused && signal !== 'SIGKILL') this.resume();
    await this.#program?.end(signal);
  }
}

const lastLines = (text: string): string[] => text.trimEnd().split('\n').slice(-WORDS_KEPT);
