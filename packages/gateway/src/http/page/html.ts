/** Catalog text in HTML: every text that is not the venue's own passes through here. */

/** Escapes text so that it is safe in HTML, inside and outside of quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A chance in whole percent, or `<1%` or `>99%` near the ends; `price` in 0..1. */
export function percent(price: number): string {
  const rounded = Math.round(price * 100);
  if (rounded === 0 && price > 0) return '<1%';
  if (rounded === 100 && price < 1) return '>99%';
  return `${rounded}%`;
}

/** First price in a catalog market's `outcomePrices`; 0 if there is none. */
export function firstPrice(outcomePrices: string): number {
  return Number(/[0-9.]+/.exec(outcomePrices)?.[0] ?? 0);
}
