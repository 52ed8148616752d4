/** The title of the browser's tab. */
import { useEffect } from 'react';

/** Sets the title while the page is shown; empty while it is not known. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Bellwether' : `${title} · Bellwether`;
  }, [title]);
}
