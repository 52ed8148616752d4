/**
 * Dates that the catalog always shows, filled in where a definition leaves them out. Definitions say '' for unknown, and
 * so do journals; only rows have the defaults, so that what was never said is not journaled as if it had been.
 */
import type { CatalogEventText, MarketText } from '@bellwether/engine';
import { NO_END_DATE } from '../../schema/catalog-tables.ts';

type Dates = Pick<CatalogEventText & MarketText, 'startDate' | 'endDate'>;

/** Dates of something that was created at `createdAt`. Without a start it begins then, or at its end if that is earlier. */
export function shownDates({ startDate, endDate, createdAt }: Dates & { readonly createdAt: string }): Dates {
  const endsBefore = endDate !== '' && Date.parse(endDate) < Date.parse(createdAt);
  return { startDate: startDate || (endsBefore ? endDate : createdAt), endDate: endDate || NO_END_DATE };
}

/** The same for a change at `now`; dates that it leaves alone stay undefined. */
export function changedDates(
  { startDate, endDate }: Partial<Dates>,
  now: string,
): { readonly startDate: string | undefined; readonly endDate: string | undefined } {
  return { startDate: startDate === '' ? now : startDate, endDate: endDate === '' ? NO_END_DATE : endDate };
}
