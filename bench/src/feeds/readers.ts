/** Subscriber processes, as the benchmark sees them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReaderAnswer, ReaderOptions, ReaderQuestion } from './messages.ts';

const PROGRAM = fileURLToPath(new URL('./reader.ts', import.meta.url));

export class Readers {
  readonly connections: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, connections: number) {
    this.#child = child;
    this.connections = connections;
  }

  /** Resolves when all are connected and have got their first frame. */
  static async start(options: ReaderOptions): Promise<Readers> {
    const child = fork(PROGRAM, [JSON.stringify(options)], { execArgv: [] });
    await next(child, 'ready');
    return new Readers(child, options.connections);
  }

  /** Frames that came so far, of all connections. */
  async frames(): Promise<{ readonly frames: number; readonly atMs: number; readonly open: number }> {
    return this.#ask('frames');
  }

  /** What a probe noted since it was asked last. */
  async arrivals(): Promise<Extract<ReaderAnswer, { kind: 'arrivals' }>> {
    return this.#ask('arrivals');
  }

  /** Frames that a probe got since it was asked last, as text. */
  async record(): Promise<readonly string[]> {
    return (await this.#ask('record')).frames;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }

  #ask<Kind extends ReaderQuestion>(kind: Kind): Promise<Extract<ReaderAnswer, { kind: Kind }>> {
    this.#child.send(kind);
    return next(this.#child, kind);
  }
}

async function next<Kind extends ReaderAnswer['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<ReaderAnswer, { kind: Kind }>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
  const failed = (code: number | null): void => reject(new Error(`a subscriber process ended with ${code}`));
  child.once('message', (message) => resolve(message as ReaderAnswer));
  child.once('exit', failed);
  const message = await promise;
  child.off('exit', failed);
  if (message.kind !== kind) throw new Error(`expected ${kind}, got ${message.kind}`);
  // Cast: its kind is the one asked for.
  return message as Extract<ReaderAnswer, { kind: Kind }>;
}
