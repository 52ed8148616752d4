/** Placeholder while a page is missing: not found, failed to load, or loading. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../shell/page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { errorText, isMissing } from '../venue/error-text.ts';

interface NoPageProps {
  readonly what: 'event' | 'market';
  /** Error of the last attempt; null if it did not fail. */
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

export function NoPage({ what, error, onRetry, children }: NoPageProps) {
  if (isMissing(error))
    return <Missing title={`There is no such ${what}`} text='The address may be mistyped, or it is gone.' />;
  if (error !== null)
    return <ErrorState title={`The ${what} could not be read`} text={errorText(error)} onRetry={onRetry} />;
  return (
    <div className='stack' role='status' aria-label={`Loading the ${what}`}>
      <Skeleton width='60%' height={36} />
      <Skeleton height={340} />
      {children}
    </div>
  );
}

export function MissingPage() {
  usePageTitle('Not found');
  return <Missing title='There is nothing here' text='The address may be mistyped, or what was here is gone.' />;
}

function Missing({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <EmptyState page title={title}>
      <p>{text}</p>
      <Link to='/' className={buttonClass({ kind: 'primary' })}>
        All markets
      </Link>
    </EmptyState>
  );
}
