/** The result of a query, or a placeholder: a skeleton while it loads, the reason if it failed. */
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/empty-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from './error-text.ts';

/** The subset of TanStack's query result used here. */
interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface AnswerProps<Data> {
  readonly to: Asked<Data>;
  /** Title on failure, such as `The trades could not be read`. */
  readonly failure: string;
  readonly lines: number;
  readonly explain?: (error: unknown) => string;
  readonly children: (data: Data) => ReactNode;
}

export function Answer<Data>({ to, failure, lines, explain = errorText, children }: AnswerProps<Data>) {
  const { data, error, refetch } = to;
  if (data !== undefined) return children(data);
  if (error === null) return <SkeletonLines lines={lines} />;
  return <ErrorState title={failure} text={explain(error)} onRetry={() => void refetch()} />;
}
