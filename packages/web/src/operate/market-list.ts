/** The markets of a draft as a list of their short names. Pure. */
import type { MarketDraft } from './draft-shape.ts';

/** Names of a text, one a line. */
export const answersOf = (text: string, separator = '\n'): readonly string[] =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns markets with these short names: those of the same name stay, then those in the same place are renamed. */
export function withAnswers(markets: readonly MarketDraft[], labels: readonly string[]): readonly MarketDraft[] {
  const left = new Set(markets);
  const take = (fits: (market: MarketDraft) => boolean): MarketDraft | undefined => {
    const market = markets.find((one) => left.has(one) && fits(one));
    return market && left.delete(market) ? market : undefined;
  };
  const same = labels.map((label) => take((market) => market.label === label));
  let key = Math.max(0, ...markets.map((market) => market.key));
  // A draft has a market at least.
  return (labels.length === 0 ? [''] : labels).map((label, index) => {
    const market = same[index] ?? take((one) => one === markets[index]);
    return { ...(market ?? { key: ++key, question: '', outcomes: ['Yes', 'No'] }), label };
  });
}
