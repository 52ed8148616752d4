/** The label for the operator's end date, on which trading does not depend: it may go on or have ended before. */
import { parseTime } from '../format/time.ts';

/** Returns `Ends` or `Ended`; `Was to end` if state and date disagree: resolved early, or still open after the date. */
export function endWord(iso: string, isOver: boolean, nowMs: number): 'Ends' | 'Ended' | 'Was to end' {
  const isPast = (parseTime(iso) ?? nowMs) <= nowMs;
  if (isPast !== isOver) return 'Was to end';
  return isOver ? 'Ended' : 'Ends';
}

/** Returns the latest closing time as ISO 8601; '' unless every market has one. */
export function endOfTrading(markets: readonly { readonly closeTime: string | null }[]): string {
  const times = markets.map(({ closeTime }) => closeTime ?? '');
  if (times.includes('')) return '';
  return times.reduce((last, time) => (Date.parse(time) > Date.parse(last || time) || last === '' ? time : last), '');
}

/** Returns the earliest opening time as ISO 8601; '' if trading has opened in any market. */
export function openingOfTrading(markets: readonly { readonly openTime: string | null }[]): string {
  const times = markets.map(({ openTime }) => openTime ?? '');
  return times.includes('') ? '' : (times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? '');
}
