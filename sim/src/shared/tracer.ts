/** The system's tracer, strace, which changes the effect of one call of a process on some files. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A call that does not end as the system would end it. */
export interface Injection {
  readonly call: string;
  /** Files of the data folder; none: any file. */
  readonly files: readonly string[];
  /** `signal=KILL` or `error=EIO`, before the call has an effect of its own. */
  readonly effect: string;
  readonly nth: number;
}

/** Arguments of strace. `output`: file that the tracer writes to. */
export function injecting({ call, files, effect, nth }: Injection, dataDir: string, output = '/dev/null') {
  return [
    // Every call stops at the tracer: with its filter in the kernel, strace 6.1 traces but injects nothing.
    ...['-f', '-o', output, '-e', `trace=${call}`],
    ...files.flatMap((file) => ['-P', join(dataDir, file)]),
    ...['-e', `inject=${call}:${effect}:when=${nth}`],
  ];
}

/** Starts a program through the tracer, which runs beside it: the program keeps its own process id. */
export const THROUGH = ['strace', '-D', '-qq'] as const;

/** True if this machine has the tracer and allows tracing. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-D', '-f', '-qq', '-o', '/dev/null', 'true']).status === 0;
}
