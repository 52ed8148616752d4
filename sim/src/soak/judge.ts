/** Whether a venue lasts: memory flat after a warm-up, the same disk for each order, no slower at the end than at first. */
import type { Done } from './load.ts';
import type { Sample } from './samples.ts';

/** Of the run: what comes before is not judged. */
const WARM_UP = 0.2;
const TENTHS = 10;
const P99_RATIO_MAX = 1.3;
const DISK_RATIO_MAX = 1.25;
/** Growth of a thread from the first to the second half after the warm-up: a share of what it has, and never less than this. */
const MEMORY_SHARE_MAX = 0.1;
const MEMORY_MIB_MIN = 8;

export interface Line {
  readonly text: string;
  readonly holds: boolean;
}

export function judge(samples: readonly Sample[], done: readonly Done[], durationMs: number): Line[] {
  return [...memoryLines(samples, durationMs), diskLine(samples, done, durationMs), ...latencyLines(done, durationMs)];
}

function memoryLines(samples: readonly Sample[], durationMs: number): Line[] {
  const warm = samples.filter(({ atMs }) => atMs >= WARM_UP * durationMs);
  const middle = ((1 + WARM_UP) / 2) * durationMs;
  const threads = [...(warm.at(-1)?.memory.keys() ?? [])];
  return threads.map((thread) => {
    const points = warm.flatMap(({ atMs, memory }) => {
      const mib = memory.get(thread);
      return mib === undefined ? [] : [{ hours: atMs / 3_600_000, mib, isLate: atMs >= middle }];
    });
    const before = median(points.filter(({ isLate }) => !isLate).map(({ mib }) => mib));
    const after = median(points.filter(({ isLate }) => isLate).map(({ mib }) => mib));
    const slope = slopeOf(points.map(({ hours, mib }) => [hours, mib] as const));
    const text = `memory of ${thread.padEnd(16)} ${before.toFixed(1)} MiB, then ${after.toFixed(1)} MiB; slope ${slope.toFixed(1)} MiB/h`;
    return { text, holds: after - before <= Math.max(MEMORY_MIB_MIN, MEMORY_SHARE_MAX * before) };
  });
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

function latencyLines(done: readonly Done[], durationMs: number): Line[] {
  const failures = done.filter(({ failure }) => failure !== null);
  const lines: Line[] = (['order', 'read'] as const).map((kind) => {
    const p99s = Array.from({ length: TENTHS }, (_, tenth) => {
      const [from, to] = [(tenth * durationMs) / TENTHS, ((tenth + 1) * durationMs) / TENTHS];
      const of = done.filter((one) => one.kind === kind && one.dueMs >= from && one.dueMs < to);
      return percentile(
        of.map(({ latencyMs }) => latencyMs),
        0.99,
      );
    });
    const [first = 0, last = 0] = [p99s[0], p99s.at(-1)];
    const text = `p99 of ${kind}s by tenths ${p99s.map((ms) => ms.toFixed(0)).join(' ')} ms; last to first ${(last / first).toFixed(2)}`;
    return { text, holds: last <= first * P99_RATIO_MAX };
  });
  const [first] = failures;
  const text = `requests ${done.length}, failed ${failures.length}${first === undefined ? '' : `, first: ${first.failure}`}`;
  return [{ text, holds: failures.length === 0 }, ...lines];
}

function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
