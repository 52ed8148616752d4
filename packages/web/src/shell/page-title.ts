/** Title of the browser tab. */
import { useEffect } from 'react';

/** Sets the title while the page is shown; an empty title means that it is not known yet. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Bellwether' : `${title} · Bellwether`;
  }, [title]);
}
