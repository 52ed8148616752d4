/**
 * Dates that the catalog always shows, filled in where a definition omits them. Definitions and journals use '' for
 * unknown. Only rows have the defaults, so that a date that was never given is not journaled as if it had been.
 */
import type { CatalogEventText, MarketText } from '@bellwether/engine';
import { NO_END_DATE } from '../../schema/catalog-tables.ts';

type Dates = Pick<CatalogEventText & MarketText, 'startDate' | 'endDate'>;

/** Dates of an item created at `createdAt`. Without a start it begins then, or at its end if that is earlier. */
export function shownDates({ startDate, endDate, createdAt }: Dates & { readonly createdAt: string }): Dates {
  const endsBefore = endDate !== '' && Date.parse(endDate) < Date.parse(createdAt);
  return { startDate: startDate || (endsBefore ? endDate : createdAt), endDate: endDate || NO_END_DATE };
}

/** The same for a change at `now`; dates that it does not change stay undefined. */
export function changedDates(
  { startDate, endDate }: Partial<Dates>,
  now: string,
): { readonly startDate: string | undefined; readonly endDate: string | undefined } {
  return { startDate: startDate === '' ? now : startDate, endDate: endDate === '' ? NO_END_DATE : endDate };
}
