/** Error page for a page that crashed. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/empty-state.tsx';

export function PageError({ reset }: ErrorComponentProps) {
  return (
    <ErrorState
      title='This page has failed'
      text='That is a fault of the page, not of your account: nothing was sent.'
      onRetry={reset}
    />
  );
}
