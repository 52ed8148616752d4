/** Reads the terms on which the venue itself quotes the markets of a new event. */
import { apportion, HOUSE_MAKER_FIELDS, MILLION } from '@bellwether/contract';
import { HOUSE_SUBSIDY_MAX, type HouseTerms, micros } from '@bellwether/engine';
import { type Fields, parseScaled } from './fields.ts';

/** Largest spread in 1/10000. */
const SPREAD_MAX = 5_000;
/** An event's own answer names it, too. */
const EXTRAS: ReadonlySet<string> = new Set(['wallet']);

/** `opening`: probabilities that follow from a distribution; null if the terms may state them. */
export function readHouseMaker(
  event: Fields,
  {
    markets,
    negRisk,
    opening,
  }: { readonly markets: number; readonly negRisk: boolean; readonly opening: readonly number[] | null },
): { readonly house?: HouseTerms } {
  if (!event.hasObject('houseMaker')) return {};
  const terms: Fields = event.record('houseMaker');
  terms.checkInput(HOUSE_MAKER_FIELDS, EXTRAS);
  const least = negRisk ? 2 : 1;
  if (markets < least)
    event.fail('houseMaker', `needs ${negRisk ? 'two markets in an event with one winner' : 'a market to quote'}`);
  const subsidy = parseScaled(terms.required('subsidy', terms.get('subsidy') ?? null), 6);
  if (subsidy === null || subsidy === 0 || subsidy > HOUSE_SUBSIDY_MAX)
    terms.fail('subsidy', `must be above 0 and at most ${HOUSE_SUBSIDY_MAX / MILLION}, of at most 6 places`);
  const spread = parseScaled(terms.get('spread') ?? 0, 4);
  if (spread === null || spread > SPREAD_MAX)
    terms.fail('spread', 'must be a decimal from 0 to 0.5 of at most 4 places');
  if (opening !== null && terms.has('probabilities'))
    terms.fail('probabilities', 'must be absent beside numeric: they follow from numeric.distribution');
  return {
    house: { subsidy: micros(subsidy), spread, probabilities: opening ?? probabilitiesOf(terms, markets, negRisk) },
  };
}

function probabilitiesOf(terms: Fields, markets: number, negRisk: boolean): readonly number[] {
  if (!terms.has('probabilities')) {
    const equal = Array.from({ length: markets }, () => 1);
    return negRisk ? apportion(equal) : equal.map(() => MILLION / 2);
  }
  const given = terms.list('probabilities');
  if (given.length !== markets) terms.fail('probabilities', `must be ${markets}, one for each market`);
  const parts = given.map((value, index) => {
    const part = parseScaled(value, 6);
    if (part !== null && part > 0 && part < MILLION) return part;
    return terms.fail(`probabilities[${index}]`, 'must be above 0 and below 1, of at most 6 places');
  });
  const sum = parts.reduce((all, part) => all + part, 0);
  if (negRisk && sum !== MILLION)
    terms.fail('probabilities', `must add to 1 in an event with one winner, not ${sum / MILLION}`);
  return parts;
}
