/** Templates, copies of events, and drafts of suggestions. */
import type { Event, Suggestion } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { eventBody, eventProblems, marketsProblems, termsProblems } from './draft.ts';
import { EMPTY_DRAFT, type EventDraft } from './draft-shape.ts';
import { draftOfEvent, draftOfSuggestion, TEMPLATES } from './templates.ts';

const NOW_MS = Date.parse('2027-01-01T00:00:00Z');
const GIVEN = { title: 'Which?', resolutionSource: 'The office', endLocal: '2027-02-01T12:00' };
const RANGES = {
  answers: {},
  number: { from: '0', to: '4', step: '1' },
  date: { from: '2027-01-01', to: '2027-04-01' },
};

test.each(TEMPLATES)(
  'template: $name needs a title, source, end, and a question or ranges alone',
  ({ name, hint, ...draft }) => {
    const filled: EventDraft = { ...EMPTY_DRAFT, ...draft, ...RANGES[draft.kind ?? 'answers'], ...GIVEN };
    const [first, ...others] = filled.markets;
    const markets = first === undefined || others.length > 0 ? filled.markets : [{ ...first, question: 'Which?' }];
    const complete = { ...filled, markets };
    expect({
      ...eventProblems(complete, NOW_MS),
      ...marketsProblems(complete),
      ...termsProblems(complete, NOW_MS),
    }).toEqual({});
  },
);

test('duplicate: texts, topics, markets and terms, without dates and address', () => {
  const market = { question: 'Will it be A?', groupItemTitle: 'A', outcomeLabels: ['Yes', 'No'] };
  const terms = { orderPriceMinTickSize: 0.001, orderMinSize: 1, takerBaseFee: 20 };
  const event = {
    ...{
      title: 'Which?',
      description: 'Rules',
      resolutionSource: 'Office',
      image: '',
      negRisk: true,
      endDate: '2020-01-01',
    },
    eventMetadata: {},
    ...{ slug: 'which', tags: [{ label: 'News' }], series: [{ title: 'Weekly' }], markets: [{ ...market, ...terms }] },
  } as unknown as Event;
  const copy = {
    title: 'Which? (copy)',
    slug: '',
    endLocal: '',
    tags: ['News'],
    series: 'Weekly',
    tick: '0.001',
    fee: '20',
  };
  const markets = [{ key: 1, question: 'Will it be A?', label: 'A', outcomes: ['Yes', 'No'] }];
  expect(draftOfEvent(event)).toMatchObject({ ...copy, negRisk: true, minimumSize: '1', markets, house: false });
});

test('duplicate: the house opens on the same terms, and ranges have the same edges', () => {
  const market = (label: string) => ({ question: label, groupItemTitle: label, outcomeLabels: ['Yes', 'No'] });
  const event = (change: Partial<Event>) =>
    ({
      ...{ title: 'Which?', description: '', resolutionSource: '', image: '', tags: [], series: [], negRisk: true },
      ...{ eventMetadata: {}, markets: ['A', 'B', 'C'].map(market) },
      houseMaker: { subsidy: 50, spread: 0.0225, probabilities: [0.333334, 0.333333, 0.333333], wallet: '0x1' },
      ...change,
    }) as unknown as Event;
  const { numeric, ...body } = eventBody({ ...draftOfEvent(event({})), ...GIVEN });
  expect(numeric).toBeUndefined();
  const probabilities = [0.333334, 0.333333, 0.333333];
  expect(body['houseMaker']).toEqual({ subsidy: '50', spread: '0.0225', probabilities });
  const scale = { kind: 'date', edges: ['2027-01-01', '2027-07-01'], unit: '' };
  const copy = eventBody({ ...draftOfEvent(event({ eventMetadata: { numeric: scale } })), ...GIVEN });
  expect(copy).not.toHaveProperty('markets');
  expect(copy).toMatchObject({
    numeric: { edges: scale.edges, distribution: { kind: 'weights', weights: probabilities } },
    houseMaker: { subsidy: '50', spread: '0.0225' },
  });
});

test('suggestion: its answers become markets, exactly one of which wins', () => {
  const suggestion = {
    title: 'Who wins?',
    description: 'The cup.',
    answers: ['A', 'B'],
    endDate: '',
  } as unknown as Suggestion;
  expect(draftOfSuggestion(suggestion)).toMatchObject({
    ...{ title: 'Who wins?', description: 'The cup.', negRisk: true, endLocal: '' },
    markets: [{ question: '', label: 'A' }, { label: 'B' }],
  });
  expect(draftOfSuggestion({ ...suggestion, answers: [] }).markets).toMatchObject([
    { question: 'Who wins?', label: '' },
  ]);
});
