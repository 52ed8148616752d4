/** Validation of an event draft and its request body. */
import { expect, test } from 'vitest';
import { draftSlug, eventBody, eventProblems, marketsProblems, readTags, termsProblems } from './draft.ts';
import { EMPTY_DRAFT, type EventDraft } from './draft-shape.ts';

const NOW_MS = Date.parse('2027-01-01T00:00:00Z');
const GOOD: EventDraft = {
  ...EMPTY_DRAFT,
  title: ' Rain in Lisbon on Saturday? ',
  description: 'Yes if it rains.',
  resolutionSource: 'The weather office',
  endLocal: '2027-02-01T12:00',
  tags: ['Weather'],
  markets: [{ key: 1, question: 'Will it rain?', label: '', outcomes: ['Yes', 'No'] }],
};

test('draft: a complete event has no problems, an empty one names what is missing', () => {
  expect({ ...eventProblems(GOOD, NOW_MS), ...marketsProblems(GOOD), ...termsProblems(GOOD, NOW_MS) }).toEqual({});
  const missing = ['title', 'description', 'resolutionSource', 'endLocal'];
  expect(Object.keys(eventProblems(EMPTY_DRAFT, NOW_MS))).toEqual(missing);
  expect(Object.keys(marketsProblems(EMPTY_DRAFT))).toEqual(['market 1 question']);
});

test.each<[Partial<EventDraft>, string, RegExp]>([
  [{ endLocal: '2026-12-01T00:00' }, 'endLocal', /ahead/],
  [{ startLocal: '2027-03-01T00:00' }, 'endLocal', /after the start/],
  [{ image: 'http://x.test/a.png' }, 'image', /https/],
  [{ slug: 'Rain Day' }, 'slug', /small letters/],
  [{ title: 'x'.repeat(501) }, 'title', /500 characters: 1 too many/],
])('draft: %j is refused', (change, field, rule) =>
  expect(eventProblems({ ...GOOD, ...change }, NOW_MS)[field]).toMatch(rule),
);

test('draft: several markets need names that tell them apart, and a negative-risk event needs several', () => {
  expect(marketsProblems({ ...GOOD, negRisk: true })['markets']).toMatch(/two markets/);
  const twice = { ...GOOD, markets: [GOOD.markets[0]!, { ...GOOD.markets[0]!, key: 2 }] };
  expect(Object.keys(marketsProblems(twice))).toEqual(['market 1 label', 'market 2 question', 'market 2 label']);
  const same = { ...GOOD.markets[0]!, outcomes: ['Up', ' Up '] } as const;
  expect(marketsProblems({ ...GOOD, markets: [same] })['market 1 outcomes']).toMatch(/different/);
});

test('draft: terms are held to the venue’s rules', () => {
  const problems = termsProblems({ ...GOOD, minimumSize: '1e3', fee: '10001' }, NOW_MS);
  expect(Object.keys(problems)).toEqual(['minimumSize', 'fee']);
});

test('draft: the body has the venue’s names, and an address made from the title', () => {
  expect(draftSlug({ ...GOOD, title: 'Żółć & Ærø: 3rd try!' })).toBe('zo-c-r-3rd-try');
  const body = eventBody({ ...GOOD, fee: '200', minimumSize: ' 1.5 ', series: ' Weekends ' });
  expect(body).toMatchObject({
    title: 'Rain in Lisbon on Saturday?',
    slug: 'rain-in-lisbon-on-saturday',
    tags: ['Weather'],
    series: ['Weekends'],
    markets: [{ question: 'Will it rain?', orderPriceMinTickSize: 0.01, orderMinSize: '1.5', takerBaseFee: 200 }],
  });
  expect(Object.keys(body)).not.toContain('image');
});

test('draft: tags are read from text with commas, each once', () =>
  expect(readTags(' Weather, space ,weather,, Sports')).toEqual(['Weather', 'space', 'Sports']));

test('draft: trading ends at the end, at a time of its own, or with the result, and opens before that', () => {
  const [closeLocal, openLocal] = ['2027-02-01T10:00', '2027-01-20T10:00'];
  const iso = (local: string) => new Date(local).toISOString();
  expect(eventBody(GOOD)).toMatchObject({ closeTime: iso(GOOD.endLocal) });
  expect(eventBody(GOOD)).not.toHaveProperty('openTime');
  const timed = eventBody({ ...GOOD, closeLocal, openLocal, tradesOn: true });
  expect(timed).toMatchObject({ closeTime: iso(closeLocal), openTime: iso(openLocal) });
  expect(eventBody({ ...GOOD, tradesOn: true })).toMatchObject({ closeTime: null });
  const problems = (change: Partial<EventDraft>) => Object.keys(termsProblems({ ...GOOD, ...change }, NOW_MS));
  expect(problems({ closeLocal: '2026-12-31T00:00' })).toEqual(['closeLocal']);
  expect(problems({ openLocal: GOOD.endLocal })).toEqual(['openLocal']);
  expect(problems({ openLocal: GOOD.endLocal, tradesOn: true })).toEqual([]);
});
