/** Words for a sandbox's time and speed, its branches, its replays and its refusals. Pure. */
import type { ReplayProgress, SandboxBranch } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { isolated } from '../format/isolate.ts';
import { formatFigure } from '../format/numbers.ts';
import { operatorErrorText } from '../operate/refusal.tsx';

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

/** Returns how much of the tape's time has passed, from 0 to 1. */
export function playedPart(
  { from_ms: fromMs, to_ms: toMs }: Pick<ReplayProgress, 'from_ms' | 'to_ms'>,
  nowMs: number,
): number {
  if (nowMs >= toMs) return 1;
  return Math.max(0, (nowMs - fromMs) / (toMs - fromMs));
}

/** Returns a refusal as a sentence. */
export function refusalWords(error: unknown): string {
  const text = operatorErrorText(error).replace(/^Invalid payload: /, '');
  if (!isApiError(error)) return text;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]\)?$/.test(sentence) ? sentence : `${sentence}.`;
}
