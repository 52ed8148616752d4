import { createSchemaCheck, ReplayWish } from '@bellwether/contract';
import { ApiError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { NEW_REPLAY, OTHER, refusedReplayField, replayWish } from './replay-draft.ts';

const ACCOUNTS = '[{ "name": "me", "balance": 10 }] // without a key';

test('replay: a tape is played as it is, or with steps, a speed and accounts of one’s own', () => {
  const plain = replayWish({ ...NEW_REPLAY, tape: ' market.tape ' });
  expect(plain.wish).toEqual({ tape: 'market.tape', step: 0, queue: 'pessimistic', speed: 0 });
  const own = { tape: 'x', step: OTHER, stepMs: '250', speed: OTHER, times: '2.5', accounts: ACCOUNTS } as const;
  const { wish } = replayWish({ ...NEW_REPLAY, ...own });
  expect(wish).toMatchObject({ step: 250, speed: 2.5, accounts: [{ name: 'me', balance: 10 }] });
  expect(createSchemaCheck(ReplayWish)(wish)).toBeNull();
  expect(Object.keys(wish ?? {}).toSorted()).toEqual(Object.keys(ReplayWish.properties).toSorted());
});

test('replay: what will not do is told at its field', () => {
  const { wish, problems } = replayWish({ ...NEW_REPLAY, step: OTHER, speed: OTHER, accounts: '[\n{]' });
  expect([wish, Object.keys(problems)]).toEqual([null, ['tape', 'stepMs', 'times', 'accounts']]);
  expect(problems.accounts).toMatch(/^Line 2: this is not JSON/);
});

test.each([
  ['Invalid payload: accounts[0].balance is required', 'accounts'],
  ['accounts: two of them have one name', 'accounts'],
  ['Invalid payload: step must be from 0 to 3600000', 'stepMs'],
  ['there is no tape a.tape: put it into tapes', 'tape'],
])('replay: the refusal %j stands at %s', (text, field) =>
  expect(refusedReplayField(new ApiError(400, text))).toBe(field),
);
