/** The terms that people accept by joining. */
import { Terms } from '../looks/brand.tsx';
import { usePageTitle } from '../shell/page-title.ts';

export function TermsPage() {
  usePageTitle('Terms');
  return <Terms />;
}
