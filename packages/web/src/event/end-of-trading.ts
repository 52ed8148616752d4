/** The time at which the last of an event's markets stops trading, if all have a closing time. */

/** Returns the latest closing time as ISO 8601; '' unless every market has one. */
export function endOfTrading(markets: readonly { readonly closeTime: string }[]): string {
  const times = markets.map(({ closeTime }) => closeTime);
  if (times.includes('')) return '';
  return times.reduce((last, time) => (Date.parse(time) > Date.parse(last || time) || last === '' ? time : last), '');
}
