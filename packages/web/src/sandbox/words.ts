/** Words for a sandbox's time and speed, its branches and its replays. Pure. */
import type { ReplayProgress, SandboxBranch } from '@bellwether/contract';
import { isolated } from '../format/isolate.ts';
import { formatCount, formatFigure } from '../format/numbers.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** Formats as `Jan 1, 2026, 12:00:05 AM UTC`: to the second, in the user's zone, with its name. */
export const clockText = (timeMs: number): string => isolated(CLOCK.format(timeMs));

const SPEED_WORDS: ReadonlyMap<number, string> = new Map([
  [0, 'Time stands still'],
  [1, 'Time runs as usual'],
  [60, 'A minute a second'],
  [3_600, 'An hour a second'],
  [86_400, 'A day a second'],
]);

export function speedText(speed: number): string {
  return SPEED_WORDS.get(speed) ?? `Time runs ${formatFigure(speed, 3)}×`;
}

/** Returns the current branch first, then the others, newest first. The venue lists the oldest first. */
export function newestFirst(branches: readonly SandboxBranch[]): readonly SandboxBranch[] {
  const [current, others] = [branches.filter((each) => each.current), branches.filter((each) => !each.current)];
  return [...current, ...others.reverse()];
}

/** The venue's scenario name for the market of a tape. */
const OF_A_TAPE = 'replay';

export function playedText(
  { id, scenario }: Pick<SandboxBranch, 'id' | 'scenario'>,
  replays: readonly Pick<ReplayProgress, 'branch' | 'tape'>[],
): string {
  const tape = replays.find(({ branch }) => branch === id)?.tape;
  if (tape !== undefined) return `tape ${fileName(tape)}`;
  if (scenario === null) return 'no scenario';
  return scenario === OF_A_TAPE ? 'the market of a tape' : scenario;
}

export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

export const STATE_WORDS: Readonly<Record<ReplayProgress['state'], string>> = {
  running: 'Playing',
  done: 'All of it was played',
  left: 'Left for another branch',
  failed: 'Failed',
};

export const QUEUE_WORDS: Readonly<Record<ReplayProgress['queue'], string>> = {
  pessimistic: 'Who cancelled on the tape was behind the orders of clients.',
  optimistic: 'Who cancelled on the tape was ahead of the orders of clients.',
};

export const STEPS = [
  { stepMs: 0, label: 'Every message' },
  { stepMs: 1_000, label: 'Every second' },
  { stepMs: 10_000, label: 'Every 10 seconds' },
] as const;

export const SPEEDS = {
  clock: { label: 'As the clock is moved', speed: 0 },
  recorded: { label: 'As fast as it was', speed: 1 },
  end: { label: 'At once to its end', speed: 'max' },
} as const;

export function stepText(stepMs: number): string {
  if (stepMs === 0) return 'The books show every message.';
  return stepMs % 1_000 === 0
    ? `The books follow every ${formatCount(stepMs / 1_000)} s of it.`
    : `The books follow every ${formatCount(stepMs)} ms of it.`;
}

/** Returns how much of the tape's time has passed, from 0 to 1. */
export function playedPart(
  { from_ms: fromMs, to_ms: toMs }: Pick<ReplayProgress, 'from_ms' | 'to_ms'>,
  nowMs: number,
): number {
  if (nowMs >= toMs) return 1;
  return Math.max(0, (nowMs - fromMs) / (toMs - fromMs));
}
