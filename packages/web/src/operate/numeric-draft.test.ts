/** Drafts of numeric questions: edges, problems, the preview, and the body. */
import { BUCKETS_MAX, MILLION } from '@bellwether/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventBody, marketsProblems } from './draft.ts';
import { EMPTY_DRAFT, type EventDraft } from './draft-shape.ts';
import { previewOf } from './numeric-draft.ts';

const draftOf = (change: Partial<EventDraft>): EventDraft => ({ ...EMPTY_DRAFT, kind: 'number', ...change });
const STEPS = { from: '-1', to: '1', step: '0.5' };
const DAYS = { kind: 'date', from: '2030-01-01', to: '2031-01-01', step: '1 quarter' } as const;
const days = (...texts: readonly string[]) => texts.map((text) => BigInt(Date.parse(text)));

test.each<[Partial<EventDraft>, readonly bigint[]]>([
  [STEPS, [-1_000_000n, -500_000n, 0n, 500_000n, 1_000_000n]],
  [{ ranges: 'edges', edges: ' 1; 2.5\n10 ' }, [1_000_000n, 2_500_000n, 10_000_000n]],
  [DAYS, days('2030-01-01', '2030-04-01', '2030-07-01', '2030-10-01', '2031-01-01')],
  [{ ...DAYS, from: '2030-12-25', to: '2031-01-08', step: '7' }, days('2030-12-25', '2031-01-01', '2031-01-08')],
  [{ ...DAYS, step: '1 year' }, days('2030-01-01', '2031-01-01')],
  [{ ...DAYS, ranges: 'edges', edges: '2030-02-28 2030-03-01' }, days('2030-02-28', '2030-03-01')],
])('edges: of %j', (change, edges) => expect(previewOf(draftOf(change))?.scale.edges).toEqual(edges));

test.each<[Partial<EventDraft>, string, RegExp]>([
  [{ ...STEPS, from: '' }, 'from', /^Must be a number/],
  [{ ...STEPS, to: 'x' }, 'to', /^Must be a number/],
  [{ ...STEPS, to: '-2' }, 'from', /less than to/],
  [{ ...STEPS, step: '0' }, 'step', /above 0/],
  [{ ...STEPS, step: '0.3' }, 'step', /divide/],
  [{ ...STEPS, step: '0.01' }, 'step', /2 to 200 buckets/],
  [{ ...DAYS, from: '2030-01-31' }, 'from', /1 to 28/],
  [{ ...DAYS, to: '2030-12-31' }, 'step', /divide/],
  [{ ranges: 'edges' }, 'edges', /2 to 200 buckets/],
  [{ ranges: 'edges', edges: '1 one' }, 'edges', /“one” must be a number/],
  [{ ranges: 'edges', edges: '1 3 2' }, 'edges', /“2” must be more/],
  [{ ranges: 'edges', edges: Array.from({ length: 200 }, (_, edge) => edge).join(' ') }, 'edges', /2 to 200 buckets/],
  [{ ...STEPS, distribution: 'normal', deviation: '1' }, 'mean', /Must be a number/],
  [{ ...STEPS, distribution: 'normal', mean: '0', deviation: '0' }, 'deviation', /above 0/],
  [{ ...STEPS, distribution: 'weights', weights: '1 2' }, 'weights', /must be 6.*these are 2/i],
  [{ ...STEPS, distribution: 'weights', weights: '1 2 3 4 5 x' }, 'weights', /Must be a number/],
  [{ ...STEPS, distribution: 'weights', weights: '0 0 0 0 0 0' }, 'weights', /not all 0/],
])('numeric: %j is refused', (change, field, rule) =>
  expect(marketsProblems(draftOf(change))).toEqual({ [field]: expect.stringMatching(rule) }),
);

test('preview: ranges by their words, with their chances, which are even while the distribution is incomplete', () => {
  const preview = (change: Partial<EventDraft>) => previewOf(draftOf({ ...STEPS, unit: '%', ...change }));
  expect(preview({})?.labels.slice(0, 2)).toEqual(['below -1\u00a0%', '-1\u00a0% to below -0.5\u00a0%']);
  const normal = preview({ distribution: 'normal', mean: '0', deviation: '0.5' })?.chances ?? [];
  // Below -2, -1, 0, 1 and 2 deviations are 2.3, 15.9, 50, 84.1 and 97.7 %.
  expect(normal.map((chance) => chance.toFixed(3))).toEqual(['0.023', '0.136', '0.341', '0.341', '0.136', '0.023']);
  expect(preview({ distribution: 'normal' })?.chances).toEqual(preview({})?.chances);
  expect(preview({ step: '' })).toBeNull();
});

test('numeric: the body has the ranges, and the distribution only if the house opens with it', () => {
  const terms = { orderPriceMinTickSize: 0.01, orderMinSize: '5', takerBaseFee: 0 };
  const body = eventBody(draftOf({ ...STEPS, unit: ' % ' }));
  expect(body).not.toHaveProperty('markets');
  expect(body).toMatchObject({ houseMaker: { subsidy: '100' } });
  const distribution = { kind: 'uniform' };
  expect(body['numeric']).toEqual({ from: '-1', to: '1', step: '0.5', unit: '%', distribution, ...terms });
  expect(eventBody(draftOf({ ...STEPS, house: false }))['numeric']).toEqual({
    from: '-1',
    to: '1',
    step: '0.5',
    ...terms,
  });
  const normal = { ...DAYS, distribution: 'normal', mean: '2030-06-01', deviation: '90' } as const;
  expect(eventBody(draftOf(normal))['numeric']).toEqual({
    ...{ from: '2030-01-01', to: '2031-01-01', step: '1 quarter', ...terms },
    distribution: { kind: 'normal', mean: '2030-06-01', deviation: 90 },
  });
  const own = { ranges: 'edges', edges: '1 2', distribution: 'weights', weights: '1 2 1' } as const;
  expect(eventBody(draftOf(own))['numeric']).toEqual({
    ...{ edges: ['1', '2'], ...terms },
    distribution: { kind: 'weights', weights: [1, 2, 1] },
  });
});

test('property: steps make ascending edges from start to end, at most 199, and chances that add to 1', () => {
  const drafts = fc.record({
    from: fc.integer({ min: -500, max: 500 }),
    step: fc.integer({ min: 1, max: 50 }),
    count: fc.integer({ min: 1, max: 250 }),
  });
  fc.assert(
    fc.property(drafts, ({ from, step, count }) => {
      const draft = draftOf({ from: String(from), to: String(from + step * count), step: String(step) });
      const preview = previewOf(draft);
      expect(preview === null).toBe(count + 2 > BUCKETS_MAX);
      if (preview === null) return;
      const { edges } = preview.scale;
      expect(edges.map((edge) => Number(edge) / MILLION)).toEqual(
        Array.from({ length: count + 1 }, (_, index) => from + step * index),
      );
      expect(preview.labels).toHaveLength(edges.length + 1);
      expect(preview.chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
    }),
  );
});
