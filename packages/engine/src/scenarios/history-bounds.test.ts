/** Data of an account that stays in memory is bounded per account: its API keys, comments, reactions and reports. */
import { expect, test } from 'vitest';
import type { CommentId } from '../community/definition.ts';
import { decide } from '../decide.ts';
import {
  API_KEYS_EVER_PER_ACCOUNT_MAX,
  API_KEYS_PER_ACCOUNT_MAX,
  COMMENTS_PER_ACCOUNT_MAX,
  MARKS_PER_ACCOUNT_MAX,
} from '../limits.ts';
import { Shadow } from '../testing/shadow.ts';
import { accountId, catalogId } from '../units/units.ts';
import { ScenarioVenue } from './venue.testing.ts';

const [ANN, BOB] = [accountId(0), accountId(1)];
const ENTITY = { type: 'Event', id: catalogId(7) } as const;

/** Two accounts without keys, and what issuing a numbered key to one of them answers. */
function keyHolders() {
  const v = new ScenarioVenue();
  const [{ account }, { account: other }] = [v.trader('alice', '0'), v.trader('bob', '0')];
  const issue = (number: number, holder = account) =>
    v.submit({ kind: 'IssueApiKey', account: holder, apiKey: `key-${holder}-${number}`, nonce: `${number}` });
  const revoke = (number: number) => v.accept({ kind: 'RevokeApiKey', account, apiKey: `key-${account}-${number}` });
  return { v, other, issue, revoke };
}

test('API keys: an account has so many at a time; the same one counts once, and a revoked one makes room [E28]', () => {
  const { v, other, issue, revoke } = keyHolders();
  for (let number = 0; number < API_KEYS_PER_ACCOUNT_MAX; number++)
    expect([issue(number).kind, issue(0).kind]).toEqual(['accepted', 'unchanged']);
  const full = { code: 'too_many_api_keys', details: { maximum: API_KEYS_PER_ACCOUNT_MAX } };
  expect(issue(API_KEYS_PER_ACCOUNT_MAX)).toMatchObject(full);
  expect([issue(0).kind, issue(0, other).kind]).toEqual(['unchanged', 'accepted']);
  revoke(7);
  expect(issue(7)).toMatchObject({ code: 'api_key_revoked' });
  expect(issue(API_KEYS_PER_ACCOUNT_MAX).kind).toBe('accepted');
  expect(issue(API_KEYS_PER_ACCOUNT_MAX + 1)).toMatchObject(full);
  v.end();
});

test('bounds: keys that were revoked count, since none of them may come back', () => {
  const { v, other, issue, revoke } = keyHolders();
  for (let number = 0; number < API_KEYS_EVER_PER_ACCOUNT_MAX; number++) {
    expect(issue(number).kind).toBe('accepted');
    revoke(number);
  }
  const full = { code: 'too_many_api_keys', details: { maximum: API_KEYS_EVER_PER_ACCOUNT_MAX } };
  expect(issue(API_KEYS_EVER_PER_ACCOUNT_MAX)).toMatchObject(full);
  expect(issue(0, other).kind).toBe('accepted');
  v.end();
});

test('bounds: comments of one account end, removed ones included, and those of others go on [D46]', () => {
  const { state } = Shadow.opened();
  const { comments } = state.community;
  const write = (account: typeof ANN) => {
    const stamp = { sequence: state.sequence + 1, timeMs: state.timeMs + 3_600_000 };
    return decide(state, { kind: 'AddComment', account, entity: ENTITY, parent: null, body: 'one more' }, stamp);
  };
  const facts = { entity: ENTITY, depth: 0, timeMs: state.timeMs };
  while (comments.countOf(ANN) < COMMENTS_PER_ACCOUNT_MAX - 1)
    comments.add({ id: (comments.count + 1) as CommentId, author: ANN, ...facts });
  expect(write(ANN).kind).toBe('accepted');
  comments.add({ id: (comments.count + 1) as CommentId, author: ANN, ...facts });
  comments.remove(1 as CommentId);
  const reason = `an account may write at most ${COMMENTS_PER_ACCOUNT_MAX} comments`;
  expect(write(ANN)).toMatchObject({ code: 'comment_invalid', details: { reason } });
  expect(write(BOB).kind).toBe('accepted');
});

test('bounds: reactions and reports of one account end, and one that is taken back makes room', () => {
  const { state } = Shadow.opened();
  const { comments, marks } = state.community;
  const facts = { entity: ENTITY, depth: 0, timeMs: state.timeMs, author: BOB };
  for (let id = 1; id <= MARKS_PER_ACCOUNT_MAX + 1; id++) comments.add({ id: id as CommentId, ...facts });
  for (let id = 1; id <= MARKS_PER_ACCOUNT_MAX; id++) marks.add(id as CommentId, ANN, 'HEART');
  const next = (MARKS_PER_ACCOUNT_MAX + 1) as CommentId;
  const stamp = { sequence: state.sequence + 1, timeMs: state.timeMs + 1 };
  const react = (account = ANN) =>
    decide(state, { kind: 'AddReaction', account, comment: next, reaction: 'HEART' }, stamp);
  const report = () => decide(state, { kind: 'ReportComment', account: ANN, comment: next }, stamp);
  const reason = `an account may leave at most ${MARKS_PER_ACCOUNT_MAX} reactions and reports`;
  expect(react()).toMatchObject({ code: 'comment_invalid', details: { reason } });
  expect(report()).toMatchObject({ code: 'comment_invalid', details: { reason } });
  expect(react(BOB).kind).toBe('accepted');
  marks.delete(1 as CommentId, ANN, 'HEART');
  expect([react().kind, report().kind]).toEqual(['accepted', 'accepted']);
});
