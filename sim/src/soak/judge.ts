/**
 * Judges endurance: memory flat after a warm-up, constant disk per order, and no slower at the end than at the start.
 */
import { percentile } from '../shared/harness.ts';
import type { Done, Sample } from './load.ts';

/** Share of the run that is not judged, at the start. */
const WARM_UP = 0.2;
/** Parts of a run, ten minutes each in an hour; the last is compared with the first. */
const PARTS = 6;
const P99_RATIO_MAX = 1.3;
const DISK_RATIO_MAX = 1.25;
/**
 * Allowed growth of a thread from the first to the last third after the warm-up: a share of its memory, but never less
 * than `MEMORY_MIB_MIN`. Compares medians, since a heap rises and falls with its garbage.
 */
const MEMORY_SHARE_MAX = 0.1;
const MEMORY_MIB_MIN = 8;

export interface Line {
  readonly text: string;
  readonly holds: boolean;
}

export function judge(samples: readonly Sample[], done: readonly Done[], durationMs: number): Line[] {
  const failures = done.filter(({ failure }) => failure !== null);
  const first = failures[0] === undefined ? '' : `, first: ${failures[0].failure}`;
  return [
    ...memoryLines(samples, durationMs),
    diskLine(samples, done, durationMs),
    {
      text: `requests ${done.length}, failed ${failures.length}${first}`,
      holds: done.length > 0 && failures.length === 0,
    },
    latencyLine('order', done, durationMs),
    latencyLine('read', done, durationMs),
  ];
}

function memoryLines(samples: readonly Sample[], durationMs: number): Line[] {
  const warm = samples.filter(({ atMs }) => atMs >= WARM_UP * durationMs);
  const third = ((1 - WARM_UP) / 3) * durationMs;
  const threads = new Set(warm.flatMap(({ memory }) => [...memory.keys()]));
  if (threads.size === 0) return [{ text: 'memory was not measured', holds: false }];
  return [...threads].map((thread) => {
    const points = warm.flatMap(({ atMs, memory }) => {
      const mib = memory.get(thread);
      return mib === undefined ? [] : [{ atMs, mib }];
    });
    const median = (isOf: (atMs: number) => boolean): number =>
      percentile(
        points.flatMap(({ atMs, mib }) => (isOf(atMs) ? [mib] : [])),
        0.5,
      );
    const before = median((atMs) => atMs < WARM_UP * durationMs + third);
    const after = median((atMs) => atMs >= durationMs - third);
    const slope = slopeOf(points.map(({ atMs, mib }) => [atMs / 3_600_000, mib] as const));
    const text = `memory of ${thread.padEnd(16)} ${before.toFixed(1)} MiB, then ${after.toFixed(1)} MiB; slope ${slope.toFixed(1)} MiB/h`;
    return { text, holds: after - before <= Math.max(MEMORY_MIB_MIN, MEMORY_SHARE_MAX * before) };
  });
}

export function progressOf(samples: readonly Sample[], done: readonly Done[]): string {
  const last = samples.at(-1);
  if (last === undefined) return 'nothing measured yet';
  const memory = [...last.memory].map(([thread, mib]) => `${thread} ${mib.toFixed(0)}`).join(', ');
  const failed = done.filter(({ failure }) => failure !== null).length;
  const disk = (last.diskBytes / 2 ** 20).toFixed(0);
  const p99 = p99Of('order', done, last.atMs - 300_000).toFixed(0);
  return `${(last.atMs / 60_000).toFixed(0)} min: ${memory} MiB; disk ${disk} MiB; orders' p99 ${p99} ms; failed ${failed}`;
}

function diskLine(samples: readonly Sample[], done: readonly Done[], durationMs: number): Line {
  const ordersUntil = (ms: number): number => done.filter(({ kind, dueMs }) => kind === 'order' && dueMs <= ms).length;
  const perOrder = (from: number, to: number): number => {
    const within = samples.filter(({ atMs }) => atMs >= from && atMs <= to);
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) return Number.NaN;
    return (last.diskBytes - first.diskBytes) / (ordersUntil(last.atMs) - ordersUntil(first.atMs));
  };
  const middle = ((1 + WARM_UP) / 2) * durationMs;
  const [before, after] = [perOrder(WARM_UP * durationMs, middle), perOrder(middle, durationMs)];
  const text = `disk for each order ${before.toFixed(0)} bytes, then ${after.toFixed(0)} bytes`;
  return { text, holds: after <= before * DISK_RATIO_MAX };
}

function latencyLine(kind: Done['kind'], done: readonly Done[], durationMs: number): Line {
  const part = durationMs / PARTS;
  const p99s = Array.from({ length: PARTS }, (_, at) => p99Of(kind, done, at * part, (at + 1) * part));
  const [first = 0, last = 0] = [p99s[0], p99s.at(-1)];
  const text = `p99 of ${kind}s by sixths ${p99s.map((ms) => ms.toFixed(0)).join(' ')} ms; last to first ${(last / first).toFixed(2)}`;
  return { text, holds: last <= first * P99_RATIO_MAX };
}

/** The p99 of the requests of a kind that were due from one moment until another. */
function p99Of(kind: Done['kind'], done: readonly Done[], fromMs: number, untilMs = Number.POSITIVE_INFINITY): number {
  const of = done.filter((one) => one.kind === kind && one.dueMs >= fromMs && one.dueMs < untilMs);
  const latencies = of.map(({ latencyMs }) => latencyMs);
  return percentile(latencies, 0.99);
}

function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
