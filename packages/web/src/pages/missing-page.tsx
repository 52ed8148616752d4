/** Page for an unknown address. */
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../shell/page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function MissingPage() {
  usePageTitle('Not found');
  return (
    <EmptyState page title='There is nothing here'>
      <p>The address may be mistyped, or what was here is gone.</p>
      <Link to='/' className={buttonClass({ kind: 'primary' })}>
        All markets
      </Link>
    </EmptyState>
  );
}
