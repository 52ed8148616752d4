/** Plans of the queries of scores: rows are read from an index in the order of the answer. */
import { SCORED_QUESTIONS_MIN } from '@bellwether/contract';
import { afterAll, expect, test } from 'vitest';
import { openTestStore } from '../../testing/test-store.ts';
import { bestForecasters, binsIn, decidedByVenue, decidedByWallets, questionsOfEvent } from './forecasts.ts';
import { rankedStandings } from './standings.ts';

const store = openTestStore();
const { database, planOf } = store;
afterAll(() => store.close());

const ROW = 'USING INTEGER PRIMARY KEY (rowid=?)';
const FORECAST = 'f USING PRIMARY KEY (market=? AND forecaster=?)';
const ACCURACY = { by: 'accuracy', questionsMin: SCORED_QUESTIONS_MIN } as const;

test.each([
  [
    'total values',
    rankedStandings(database, { by: 'total' }, 25, 0),
    ['SCAN standings USING INDEX standings_by_value'],
  ],
  ['accuracy', rankedStandings(database, ACCURACY, 25, 0), ['SCAN standings USING INDEX standings_by_mean']],
  [
    'the questions decided last',
    decidedByVenue(database, null, 9),
    ['SCAN q USING INDEX questions_by_decision', `SEARCH ${FORECAST}`],
  ],
  [
    'forecasts of a user, which are sorted',
    decidedByWallets(database, null, [1, 2], 9),
    ['SEARCH f USING INDEX forecasts_by_forecaster (forecaster=?)', `SEARCH q ${ROW}`, 'USE TEMP B-TREE FOR ORDER BY'],
  ],
  ['bins', binsIn(database, [1, 2], [1, 2]), ['SEARCH forecast_bins USING PRIMARY KEY (market=? AND forecaster=?)']],
  [
    'questions of an event',
    questionsOfEvent(database, 1),
    ['SEARCH m USING INDEX markets_by_event (event=?)', `SEARCH q ${ROW}`, `SEARCH ${FORECAST} LEFT-JOIN`],
  ],
  [
    'the best forecasters',
    bestForecasters(database, 1, 5),
    [
      'SEARCH f USING COVERING INDEX forecasts_by_brier (market=? AND brier>?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH b USING PRIMARY KEY (market=? AND forecaster=?)',
    ],
  ],
] as const)('scores: %s', (_, query, plan) => expect(planOf(query)).toEqual(plan));

test('scores: a tag is looked up for each question that may be shown', () => {
  const [first, ...others] = planOf(decidedByVenue(database, 'weather', 9));
  expect(first).toBe('SCAN q USING INDEX questions_by_decision');
  expect(others.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
});
