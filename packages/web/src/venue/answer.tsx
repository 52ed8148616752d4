/** What a read gave, or what stands in its place: lines to come until it answers, and why not when it failed. */
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/empty-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from './error-text.ts';

/** Of TanStack's query results, as far as it is used here. */
interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface AnswerProps<Data> {
  readonly to: Asked<Data>;
  /** What could not be done, when it failed: `The trades could not be read`. */
  readonly failure: string;
  /** About as many as the answer will have. */
  readonly lines: number;
  /** Puts an error in words. */
  readonly explain?: (error: unknown) => string;
  readonly children: (data: Data) => ReactNode;
}

export function Answer<Data>({ to, failure, lines, explain = errorText, children }: AnswerProps<Data>) {
  const { data, error, refetch } = to;
  if (data !== undefined) return children(data);
  if (error === null) return <SkeletonLines lines={lines} />;
  return <ErrorState title={failure} text={explain(error)} onRetry={() => void refetch()} />;
}
