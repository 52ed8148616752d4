/** Templates, copies of events, and drafts of suggestions. */
import type { Event, Suggestion } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { EMPTY_DRAFT, eventProblems, marketsProblems, termsProblems } from './draft.ts';
import { draftOfEvent, draftOfSuggestion, TEMPLATES } from './templates.ts';

const NOW_MS = Date.parse('2027-01-01T00:00:00Z');
const GIVEN = { title: 'Which?', resolutionSource: 'The office', endLocal: '2027-02-01T12:00' };

test.each(TEMPLATES)('template: $name needs a title, source, end and questions alone', ({ draft }) => {
  const filled = { ...EMPTY_DRAFT, ...draft, ...GIVEN };
  const markets = filled.markets.map((market) => ({ ...market, question: market.question || 'Which?' }));
  const complete = { ...filled, markets };
  expect({
    ...eventProblems(complete, NOW_MS),
    ...marketsProblems(complete),
    ...termsProblems(complete, NOW_MS),
  }).toEqual({});
});

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
  expect(draftOfEvent(event)).toMatchObject({ ...copy, negRisk: true, minimumSize: '1', markets });
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
    markets: [{ question: 'Who wins? A', label: 'A' }, { label: 'B' }],
  });
  expect(draftOfSuggestion({ ...suggestion, answers: [] }).markets).toMatchObject([
    { question: 'Who wins?', label: '' },
  ]);
});
