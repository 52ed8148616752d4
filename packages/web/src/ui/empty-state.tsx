/** Placeholder for an empty or failed list, with the reason and what to do. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface EmptyStateProps {
  readonly title: string;
  /** True if this fills a whole page: the title becomes the page's heading. */
  readonly page?: boolean;
  readonly children?: ReactNode;
}

export function EmptyState({ title, page = false, children }: EmptyStateProps) {
  return (
    <div className='stack soft gap-2 empty'>
      {page ? <h1 className='empty__title'>{title}</h1> : <p className='empty__title'>{title}</p>}
      {children}
    </div>
  );
}

export function ErrorState({ title, text, onRetry }: Readonly<{ title: string; text: string; onRetry?: () => void }>) {
  return (
    <div className='stack soft gap-2 empty' role='alert'>
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
