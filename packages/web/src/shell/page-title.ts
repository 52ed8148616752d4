/** Title of the browser tab. */
import { useEffect } from 'react';
import { VENUE_NAME } from '../format/look.ts';

/** Sets the title while the page is shown; an empty title means that it is not known yet. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? VENUE_NAME : `${title} · ${VENUE_NAME}`;
  }, [title]);
}
