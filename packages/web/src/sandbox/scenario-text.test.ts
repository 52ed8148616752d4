import { SCENARIO_BYTES_MAX } from '@bellwether/contract';
import { ApiError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { NO_SCENARIO, readScenario, refusedScenario, titleOf } from './scenario-text.ts';

const JSON_TEXT = `{
  // What it is called.
  "name": "mine",
  "traders": [
    { "kind": "maker", "levels": 99 } /* too many */
  ]
}`;

const own = (json: string) => readScenario({ ...NO_SCENARIO, by: 'own', json }, []);

test('own scenario: a ready one is chosen by its name, and is the first until one is', () => {
  expect(readScenario(NO_SCENARIO, ['quiet', 'whale']).value).toBe('quiet');
  expect(readScenario({ ...NO_SCENARIO, name: 'whale' }, ['quiet', 'whale']).value).toBe('whale');
  expect(readScenario(NO_SCENARIO, []).refusal).not.toBeNull();
});

test('own scenario: it is JSON with comments, and what it is the venue says', () => {
  expect(own(JSON_TEXT).value).toEqual({ name: 'mine', traders: [{ kind: 'maker', levels: 99 }] });
  expect(own(' ').refusal).toEqual({ words: 'Choose a file, or paste the scenario here.', at: null });
  expect(own('{ // Its name.\n  "name": }').refusal).toEqual({
    words: 'Line 2: this is not JSON, where a value belongs.',
    at: { offset: 25, line: 2 },
  });
  for (const long of ['x', '\\\\'])
    expect(own(`"${long.repeat(SCENARIO_BYTES_MAX)}"`).refusal?.words).toBe('A scenario has at most 4 MiB.');
});

test('own scenario: who is asked about it is told its name, if it has one', () => {
  const titles = ['whale', { name: 'mine' } as never, [] as never].map(titleOf);
  expect(titles).toEqual(['whale', 'mine', 'this scenario']);
});

const LEVELS = 'scenario.traders[0].levels must be from 1 to 10';

test.each([
  [`Invalid payload: ${LEVELS}`, 5, `Line 5: ${LEVELS}.`],
  ['Invalid payload: unknown field "scenario.traders[0].x"', 5, 'Line 5: unknown field "scenario.traders[0].x".'],
  ['traders[0].account: there is no account x', 5, 'Line 5: traders[0].account: there is no account x.'],
  ['Invalid payload: scenario.name is malformed', 3, 'Line 3: scenario.name is malformed.'],
  ['traders[0].market: there is no market snow', 5, 'Line 5: traders[0].market: there is no market snow.'],
  ['PlaceOrder of the scenario is refused: no_funds', null, 'PlaceOrder of the scenario is refused: no_funds.'],
])('own scenario: the refusal %j is of line %j', (text, line, words) => {
  const refusal = refusedScenario(JSON_TEXT, new ApiError(400, text));
  expect([refusal.at?.line ?? null, refusal.words]).toEqual([line, words]);
});
