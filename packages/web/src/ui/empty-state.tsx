/** What stands where a list has nothing, or could not be read: why, and what to do about it. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface EmptyStateProps {
  readonly title: string;
  /** It stands for a whole page: its title is the page's heading. */
  readonly page?: boolean;
  readonly children?: ReactNode;
}

export function EmptyState({ title, page = false, children }: EmptyStateProps) {
  return (
    <div className='empty'>
      {page ? <h1 className='empty__title'>{title}</h1> : <p className='empty__title'>{title}</p>}
      {children}
    </div>
  );
}

/** For a read that failed. `error` is shown in words. */
export function ErrorState({
  title,
  text,
  onRetry,
}: {
  readonly title: string;
  readonly text: string;
  readonly onRetry?: () => void;
}) {
  return (
    <div className='empty' role='alert'>
      <p className='empty__title'>{title}</p>
      <p className='small'>{text}</p>
      {onRetry !== undefined && (
        <Button size='sm' onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
