/** Shared by the runs on real processes and files: options, elapsed time, early stop and verdict. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

type Defaults = Readonly<Record<string, string | number | boolean>>;
type Values<Of extends Defaults> = {
  readonly [Name in keyof Of]: Of[Name] extends boolean ? boolean : Of[Name] extends number ? number : string;
};

const began = performance.now();

/** Options given to a command. Each is a number, a flag or text, like its default. Throws for invalid values. */
export function optionsOf<const Of extends Defaults>(defaults: Of): Values<Of> {
  const options = Object.entries(defaults).map(([name, value]) =>
    typeof value === 'boolean'
      ? [name, { type: 'boolean', default: value } as const]
      : [name, { type: 'string', default: String(value) } as const],
  );
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof defaults[name] !== 'number') return [name, value];
    if (value === '' || !Number.isFinite(Number(value))) throw new Error(`--${name} is a number`);
    return [name, Number(value)];
  });
  // Cast: each value has the type of its default.
  return Object.fromEntries(entries) as Values<Of>;
}

/** Returns a signal that aborts when the run is asked to stop: current work finishes and findings are printed. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** True if this machine has the tracer and allows tracing. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-D', '-f', '-qq', '-o', '/dev/null', 'true']).status === 0;
}

/** Seconds since the process began. */
export const seconds = (): number => Math.round((performance.now() - began) / 1000);

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints the last line of a run and sets the exit code. */
export function conclude(holds: boolean, line: string): void {
  print(line);
  process.exitCode = holds ? 0 : 1;
}

export const count = (value: number): string => value.toLocaleString('en-US');

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
