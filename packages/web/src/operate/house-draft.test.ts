/** Opening chances of a draft, problems of the house's terms, and their part of the body. */
import { MILLION } from '@bellwether/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventBody, marketsProblems } from './draft.ts';
import { EMPTY_DRAFT, type EventDraft } from './draft-shape.ts';
import { chancePercent, openingChances } from './house-draft.ts';

const marketsOf = (chances: readonly string[]): EventDraft['markets'] =>
  chances.map((chance, key) => ({ key, question: `Q${key}?`, label: `A${key}`, outcomes: ['Yes', 'No'], chance }));
const draftOf = (chances: readonly string[], change: Partial<EventDraft> = {}): EventDraft => ({
  ...EMPTY_DRAFT,
  negRisk: true,
  markets: marketsOf(chances),
  ...change,
});

test.each<[readonly string[], boolean, readonly number[] | RegExp]>([
  [['', '', ''], true, [333_334, 333_333, 333_333]],
  [['50%', '', ''], true, [500_000, 250_000, 250_000]],
  [['60', '40'], true, [600_000, 400_000]],
  [['33.3333', '66.6667'], true, [333_333, 666_667]],
  [['60', '30'], true, /add to 90%, not to 100%/],
  [['60', '50'], true, /add to 110%/],
  [['60', '40', ''], true, /add to 100%: nothing is left/],
  [['0', ''], true, /more than 0%/],
  [['100', ''], false, /less than 100%/],
  [['12.34567', ''], true, /four decimals/],
  [['many', ''], true, /Enter a number/],
  [['', '20'], false, [500_000, 200_000]],
])('chances: %j, one winner: %s', (chances, negRisk, expected) => {
  const found = openingChances({ negRisk, markets: marketsOf(chances) });
  if (expected instanceof RegExp) expect(found).toMatch(expected);
  else expect(found).toEqual(expected);
});

test('property: chances of a question with one winner add to 1 exactly, equal ones differ by a millionth at most', () => {
  const drafts = fc.array(fc.option(fc.integer({ min: 1, max: 20_000 })), { minLength: 2, maxLength: 49 });
  fc.assert(
    fc.property(drafts, (given) => {
      const typed = [...given.map((part) => (part === null ? '' : chancePercent(part))), ''];
      const chances = openingChances({ negRisk: true, markets: marketsOf(typed) });
      if (typeof chances === 'string') throw new Error(chances);
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBe(MILLION);
      const open = chances.filter((_, index) => typed[index] === '');
      expect(Math.max(...open) - Math.min(...open)).toBeLessThanOrEqual(1);
      for (const [index, part] of given.entries()) if (part !== null) expect(chances[index]).toBe(part);
    }),
  );
});

test.each<[Partial<EventDraft>, string, RegExp]>([
  [{ subsidy: '' }, 'subsidy', /Enter an amount/],
  [{ subsidy: '0' }, 'subsidy', /more than 0/],
  [{ spread: '51' }, 'spread', /0 to 50/],
  [{ spread: '0.001' }, 'spread', /two decimals/],
  [{ markets: marketsOf(['60', '60']) }, 'chances', /120%/],
])('house: %j is refused, unless the house does not trade', (change, field, rule) => {
  expect(marketsProblems(draftOf(['', ''], change))[field]).toMatch(rule);
  expect(marketsProblems(draftOf(['', ''], { ...change, house: false }))).toEqual({});
});

test('house: its part of the body leaves out what the venue does by default', () => {
  expect(eventBody(draftOf(['', '']))['houseMaker']).toEqual({ subsidy: '100' });
  expect(eventBody(draftOf(['20', ''], { subsidy: '25.5', spread: '0.57' }))['houseMaker']).toEqual({
    ...{ subsidy: '25.5', probabilities: [0.2, 0.8], spread: '0.0057' },
  });
  expect(eventBody(draftOf(['', ''], { house: false }))).not.toHaveProperty('houseMaker');
});
