/** A program of a benchmark in a separate process, which answers each question on its channel. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Bench } from './bench.ts';

export interface Child {
  readonly pid: number;
  /** Sends a question and resolves to the answer; rejects if the process ends instead. */
  ask<Answer>(question: unknown): Promise<Answer>;
  end(): Promise<void>;
}

/** Starts a program with `options` as its first argument. */
export function startChild(program: URL, options: unknown = null): Child {
  const child = fork(program, [JSON.stringify(options)], { execArgv: [] });
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(question: unknown) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const ended = (code: number | null): void => reject(new Error(`a process of the benchmark ended with ${code}`));
      child.once('exit', ended);
      child.once('message', (message) => resolve(message as Answer));
      child.send(question as object);
      return promise.finally(() => child.off('exit', ended));
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** One run in a process of its own, which no earlier one has left its heap and its compiled code. */
export async function runChild<Answer>(program: URL, options: unknown): Promise<Answer> {
  const child = startChild(program, options);
  try {
    return await child.ask<Answer>(null);
  } finally {
    await child.end();
  }
}

/** Starts a bare server to compare with; `book` is its answer to `GET /book`. */
export async function startBare(bench: Bench, book = Buffer.alloc(0)) {
  const child = startChild(new URL('./bare-server.ts', import.meta.url), book.toString('base64'));
  bench.onEnd(() => child.end());
  return { port: await child.ask<number>('port'), pid: child.pid, end: () => child.end() };
}

/** The program's side: its options, and the function that answers questions. */
export const childOptions = <Options>(): Options => JSON.parse(process.argv[2] ?? 'null') as Options;

export function answerParent<Question>(answer: (question: Question) => unknown): void {
  process.on('message', async (question: Question) => process.send?.((await answer(question)) ?? null));
  process.on('disconnect', () => process.exit(0));
}
