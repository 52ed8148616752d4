/** Describes replays as text. Pure. */
import type { ReplayProgress } from '@bellwether/contract';
import { formatCount } from '../format/numbers.ts';

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

/** Returns how often the books are updated, as a sentence. */
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
