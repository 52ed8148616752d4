/** Text of the catalog in HTML: everything that is not the venue's own goes through here. */

/** Text that is safe in HTML, inside and outside of quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A chance in whole percents, and `<1%` or `>99%` near the ends; `price` of 0..1. */
export function percent(price: number): string {
  const rounded = Math.round(price * 100);
  if (rounded === 0 && price > 0) return '<1%';
  if (rounded === 100 && price < 1) return '>99%';
  return `${rounded}%`;
}

/** Of a catalog market's `outcomePrices`: the first outcome's, 0 where there is none. */
export function firstPrice(outcomePrices: string): number {
  return Number(/[0-9.]+/.exec(outcomePrices)?.[0] ?? 0);
}
