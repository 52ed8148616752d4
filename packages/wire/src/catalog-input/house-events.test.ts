/** Events that the venue itself makes, and numeric ones, whose markets it makes. */
import { createState } from '@bellwether/engine';
import { describe, expect, test } from 'vitest';
import { POINT_RULES } from '../numeric/points.ts';
import { parseAdminEvent } from './admin.ts';
import { describeInvalid } from './fields.ts';

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const NOW_MS = Date.parse('2026-06-01T00:00:00Z');

function accepted(body: object) {
  const result = parseAdminEvent({ title: 'Inflation', ...body }, { state: createState(), nowMs: NOW_MS, randomBytes });
  if (result.kind === 'invalid') throw new Error(describeInvalid(result));
  return result.value.events[0]!;
}

const two = [{ question: 'A?' }, { question: 'B?' }];
const SUBSIDY = 'houseMaker.subsidy: must be above 0 and at most 1000000, of at most 6 places';
const made = (houseMaker: object, body: object = { markets: two }) => accepted({ ...body, houseMaker }).house;

describe('house maker', () => {
  const oneWinner = (count: number) => ({
    negRisk: true,
    markets: Array.from({ length: count }, (_, n) => ({ question: `${n}?` })),
  });
  test.each([
    ['0.5 each, without one winner', {}, { markets: two }, [500_000, 500_000]],
    ['equal with one winner, by largest remainder', {}, oneWinner(3), [333_334, 333_333, 333_333]],
    ['as given', { probabilities: [0.9, '0.8'] }, { markets: two }, [900_000, 800_000]],
    ['as given, adding to 1', { probabilities: [0.1, '0.2', 0.7] }, oneWinner(3), [100_000, 200_000, 700_000]],
  ])('opening probabilities are %s', (_, terms, body, probabilities) =>
    expect(made({ subsidy: '12.5', ...terms }, body)).toEqual({ subsidy: 12_500_000, spread: 0, probabilities }),
  );

  test('spread and subsidy are exact, and the terms of an answer are taken', () => {
    const house = { subsidy: 100, spread: 0.02, probabilities: [0.25, 0.75] };
    expect(made({ ...house, wallet: '0xbe11' })).toEqual({
      ...{ subsidy: 100_000_000, spread: 200 },
      probabilities: [250_000, 750_000],
    });
    expect(accepted({ markets: two }).house).toBeUndefined();
  });

  test.each([
    [{}, {}, 'houseMaker.subsidy: is required'],
    [{ subsidy: 0 }, {}, SUBSIDY],
    [{ subsidy: 1_000_000.5 }, {}, SUBSIDY],
    [{ subsidy: '9999999999' }, {}, SUBSIDY],
    [{ subsidy: '1.0000001' }, {}, SUBSIDY],
    [{ subsidy: -1 }, {}, SUBSIDY],
    [{ subsidy: 1, spread: 0.6 }, {}, 'houseMaker.spread: must be a decimal from 0 to 0.5 of at most 4 places'],
    [{ subsidy: 1, spread: 0.00001 }, {}, 'houseMaker.spread: must be a decimal from 0 to 0.5 of at most 4 places'],
    [{ subsidy: 1, probabilities: [0.5] }, {}, 'houseMaker.probabilities: must be 2, one for each market'],
    [{ subsidy: 1, probabilities: [] }, {}, 'houseMaker.probabilities: must be 2, one for each market'],
    [
      { subsidy: 1, probabilities: [0.5, 1] },
      {},
      'houseMaker.probabilities[1]: must be above 0 and below 1, of at most 6 places',
    ],
    [
      { subsidy: 1, probabilities: [0, 1] },
      {},
      'houseMaker.probabilities[0]: must be above 0 and below 1, of at most 6 places',
    ],
    [
      { subsidy: 1, probabilities: [1 / 3, 0.5] },
      {},
      'houseMaker.probabilities[0]: must be above 0 and below 1, of at most 6 places',
    ],
    [
      { subsidy: 1, probabilities: [0.5, 0.499999] },
      { negRisk: true },
      'houseMaker.probabilities: must add to 1 in an event with one winner, not 0.999999',
    ],
    [{ subsidy: 1, Spread: 0 }, {}, 'houseMaker.Spread: unknown field; did you mean "spread"?'],
    [{ subsidy: 1 }, { markets: [] }, 'houseMaker: needs a market to quote'],
    [{ subsidy: 1 }, { negRisk: true, markets: [two[0]] }, 'houseMaker: needs two markets in an event with one winner'],
  ])('%j in %j: refused', (houseMaker, body, message) =>
    expect(() => made(houseMaker, { markets: two, ...body })).toThrow(new Error(message)),
  );

  test.each([5, null])('houseMaker %j: must be an object', (houseMaker) =>
    expect(() => accepted({ markets: two, houseMaker })).toThrow(new Error('houseMaker: must be an object')),
  );
});

const numeric = (fields: object, body: object = {}) => accepted({ numeric: fields, ...body });
const titles = (fields: object) => numeric(fields).markets.map(({ groupItemTitle }) => groupItemTitle);

describe('numeric', () => {
  test('range and step make the markets of an event with one winner', () => {
    const { event, markets, house } = numeric(
      { from: 2, to: 3, step: 0.5, unit: '%' },
      { description: 'By the office.' },
    );
    expect(markets.map(({ groupItemTitle }) => groupItemTitle)).toEqual([
      'Below 2 %',
      '2 to 2.5 %',
      '2.5 to 3 %',
      '3 % or more',
    ]);
    expect(markets[1]).toMatchObject({
      question: 'Inflation: At least 2 and below 2.5 %',
      slug: 'inflation-at-least-2-and-below-2-5',
      ...{ negRisk: true, tick: 100, minimumSize: 5_000_000, takerFeeRate: 0, description: 'By the office.' },
    });
    expect(event).toMatchObject({
      negRisk: true,
      metadata: { numeric: { kind: 'number', edges: ['2', '2.5', '3'], unit: '%' } },
    });
    expect(house).toBeUndefined();
  });

  test('terms hold for each market, and other metadata stays', () => {
    const terms = { orderPriceMinTickSize: '0.0025', orderMinSize: 1, takerBaseFee: 200 };
    const { event, markets } = numeric({ edges: [-1.5], ...terms }, { title: 'How cold?', eventMetadata: { a: 1 } });
    expect(markets.map(({ question }) => question)).toEqual(['How cold? Below -1.5', 'How cold? -1.5 or more']);
    for (const market of markets) expect(market).toMatchObject({ tick: 25, minimumSize: 1_000_000, takerFeeRate: 200 });
    expect(Object.keys(event.metadata)).toEqual(['a', 'numeric']);
  });

  test('steps of a tenth are exact', () =>
    expect(numeric({ from: 0, to: 1, step: 0.1 }).event.metadata).toMatchObject({
      numeric: { edges: ['0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '1'] },
    }));

  test.each([
    [
      7,
      '2026-03-15',
      [
        'Before 1 March 2026',
        '1 March 2026 to 7 March 2026',
        '8 March 2026 to 14 March 2026',
        '15 March 2026 or later',
      ],
    ],
    ['2 weeks', '2026-03-15', ['Before 1 March 2026', '1 March 2026 to 14 March 2026', '15 March 2026 or later']],
    ['1 month', '2026-05-01', ['Before 1 March 2026', 'March 2026', 'April 2026', '1 May 2026 or later']],
    ['1 year', '2027-03-01', ['Before 1 March 2026', '1 March 2026 to 28 February 2027', '1 March 2027 or later']],
  ])('dates in steps of %j', (step, to, expected) =>
    expect(titles({ from: '2026-03-01', to, step })).toEqual(expected),
  );

  test('dates in quarters', () =>
    expect(titles({ from: '2026-01-01', to: '2027-01-01', step: '1 quarter' })).toEqual([
      'Before 1 January 2026',
      'Q1 2026',
      'Q2 2026',
      'Q3 2026',
      'Q4 2026',
      '1 January 2027 or later',
    ]));

  test('the tick is fine with more than 10 buckets', () =>
    expect([9, 10].map((to) => numeric({ from: 1, to, step: 1 }).markets[0]?.tick)).toEqual([100, 10]));

  test('200 buckets are the most', () => {
    expect(numeric({ from: 1, to: 199, step: 1 }).markets).toHaveLength(200);
    expect(numeric({ edges: Array.from({ length: 199 }, (_, n) => n) }).markets).toHaveLength(200);
  });

  const opened = (distribution: object | undefined, fields: object = { from: 0, to: 2, step: 1 }) =>
    numeric({ ...fields, ...(distribution && { distribution }) }, { houseMaker: { subsidy: 50 } }).house?.probabilities;
  test.each([
    ['uniform by default', undefined, [250_000, 250_000, 250_000, 250_000]],
    ['normal', { kind: 'normal', mean: 1, deviation: 1 }, [158_655, 341_345, 341_345, 158_655]],
    ['normal with thin tails', { kind: 'normal', mean: 1.5, deviation: 0.1 }, [500, 500, 998_500, 500]],
    ['weights', { kind: 'weights', weights: [1, 0, 2, 1] }, [249_875, 500, 499_750, 249_875]],
  ])('the house opens with a distribution: %s', (_, distribution, probabilities) =>
    expect(opened(distribution)).toEqual(probabilities),
  );

  test('a normal distribution of dates has its deviation in days', () =>
    expect(
      opened({ kind: 'normal', mean: '2026-03-08', deviation: 7 }, { from: '2026-03-01', to: '2026-03-15', step: 7 }),
    ).toEqual([158_655, 341_345, 341_345, 158_655]));

  const ofHouse = { houseMaker: { subsidy: 1 } };
  const range = { from: 0, to: 2, step: 1 };
  test.each([
    [{ from: 2, to: 2, step: 1 }, {}, 'numeric.from: must be less than to'],
    [{ from: 0, to: 1, step: 0.3 }, {}, 'numeric.step: must divide the distance of from and to'],
    [{ from: 0, to: 200, step: 1 }, {}, 'numeric.step: must make 2 to 200 buckets'],
    [{ from: 0, to: 1e9, step: '0.000001' }, {}, 'numeric.step: must make 2 to 200 buckets'],
    [{ from: 0, to: 1, step: -1 }, {}, 'numeric.step: must be above 0'],
    [{ from: 0, to: 1 }, {}, 'numeric.step: is required'],
    [{ to: 1, step: 1 }, {}, 'numeric.from: is required'],
    ...['2026-13-01', ' 5', 'five', true].flatMap((first): [object, object, string][] => [
      [{ from: first, to: 9, step: 1 }, {}, `numeric.from: ${POINT_RULES.either}`],
      [{ edges: [first] }, {}, `numeric.edges[0]: ${POINT_RULES.either}`],
    ]),
    [
      { ...range, orderMinSize: 1e10 },
      {},
      'numeric.orderMinSize: must be a decimal from 0 to 9000000000 of at most 6 places',
    ],
    [
      { ...range, unit: 'a\u0000b' },
      {},
      'numeric.unit: must not contain control characters other than newline and tab',
    ],
    [{ ...range, unit: 'a\u202eb' }, {}, 'numeric.unit: must not contain hidden characters'],
    [{ ...range, unit: 'a\nb' }, {}, 'numeric.unit: must be a single line'],
    [{}, {}, 'numeric.from: is required'],
    [{ from: 0, to: '2026-03-01', step: 1 }, {}, 'numeric.to: must be a number of at most 15 digits and 6 decimals'],
    [{ from: '2026-03-01', to: 5, step: 1 }, {}, 'numeric.to: must be an ISO 8601 date such as 2026-03-01'],
    [{ from: '2026-03-01T12:00', to: '2026-03-02', step: 1 }, {}, 'numeric.from: must be a day, without a time'],
    [{ from: '2026-03-01', to: '2026-03-09', step: 7 }, {}, 'numeric.step: must divide the distance of from and to'],
    [
      { from: '2026-03-01', to: '2026-04-09', step: '1 month' },
      {},
      'numeric.step: must divide the distance of from and to',
    ],
    [
      { from: '2026-01-31', to: '2026-03-31', step: '1 month' },
      {},
      'numeric.from: must be day 1 to 28 of its month with such a step',
    ],
    [
      { from: '2026-03-01', to: '2026-03-09', step: 'a while' },
      {},
      'numeric.step: must be a whole number of days, or as 1 week, 1 month, 1 quarter or 1 year',
    ],
    [
      { from: '2026-03-01', to: '2026-03-09', step: 0.5 },
      {},
      'numeric.step: must be a whole number of days, or as 1 week, 1 month, 1 quarter or 1 year',
    ],
    [{ edges: [] }, {}, 'numeric.edges: must make 2 to 200 buckets: 1 to 199 edges'],
    [
      { edges: Array.from({ length: 200 }, (_, n) => n) },
      {},
      'numeric.edges: must make 2 to 200 buckets: 1 to 199 edges',
    ],
    [{ edges: [1, 3, 3] }, {}, 'numeric.edges[2]: must be more than the edge before it'],
    [{ edges: [1, '2026-03-01'] }, {}, 'numeric.edges[1]: must be a number of at most 15 digits and 6 decimals'],
    [{ edges: [1], from: 1 }, {}, 'numeric.from: must be absent beside edges'],
    [{ edges: ['2026-03-01'], unit: 'days' }, {}, 'numeric.unit: must be absent beside dates'],
    [{ ...range, size: 1 }, {}, 'numeric.size: unknown field'],
    [
      { ...range, orderPriceMinTickSize: 1 },
      {},
      'numeric.orderPriceMinTickSize: must be one of 0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001',
    ],
    [{ ...range, takerBaseFee: -1 }, {}, 'numeric.takerBaseFee: must be an integer from 0 to 10000'],
    [range, { markets: two }, 'markets: must be absent beside numeric, which makes them'],
    [range, { negRisk: false }, 'negRisk: must be true or absent beside numeric'],
    [
      range,
      { title: 'x'.repeat(490) },
      'title: must have at most 500 characters together with “At least 0 and below 1”',
    ],
    [{ ...range, distribution: null }, ofHouse, 'numeric.distribution: must be an object'],
    [{ ...range, distribution: {} }, {}, 'numeric.distribution: needs houseMaker, whose opening probabilities it is'],
    [
      { ...range, distribution: { kind: 'even' } },
      ofHouse,
      'numeric.distribution.kind: must be one of uniform, normal, weights',
    ],
    [
      { ...range, distribution: { mean: 1 } },
      ofHouse,
      'numeric.distribution.mean: must be absent in a distribution of kind uniform',
    ],
    [{ ...range, distribution: { kind: 'normal', mean: 1 } }, ofHouse, 'numeric.distribution.deviation: is required'],
    [{ ...range, distribution: { kind: 'normal', deviation: 1 } }, ofHouse, 'numeric.distribution.mean: is required'],
    [
      { ...range, distribution: { kind: 'normal', mean: 1, deviation: 0 } },
      ofHouse,
      'numeric.distribution.deviation: must be above 0',
    ],
    [
      { ...range, distribution: { kind: 'weights', weights: [1, 2] } },
      ofHouse,
      'numeric.distribution.weights: must be 4, one for each bucket',
    ],
    [
      { ...range, distribution: { kind: 'weights', weights: [1, 2, -1, 1] } },
      ofHouse,
      'numeric.distribution.weights[2]: must be a number from 0 to 1000000000000',
    ],
    [
      { ...range, distribution: { kind: 'weights', weights: [0, 0, 0, 0] } },
      ofHouse,
      'numeric.distribution.weights: must not all be 0',
    ],
    [
      range,
      { houseMaker: { subsidy: 1, probabilities: [0.25, 0.25, 0.25, 0.25] } },
      'houseMaker.probabilities: must be absent beside numeric: they follow from numeric.distribution',
    ],
  ])('%j with %j: refused', (fields, body, message) => expect(() => numeric(fields, body)).toThrow(new Error(message)));

  test.each([[[1, 2]], [null]])('numeric %j: must be an object', (given) =>
    expect(() => accepted({ numeric: given })).toThrow(new Error('numeric: must be an object')),
  );
});
