/** Comments, reactions, reports, profiles and moderation as tables of commands and answers. */
import { expect, test } from 'vitest';
import type { CommunityCommand } from '../community/commands.ts';
import type { CommentId, ProfileText } from '../community/definition.ts';
import { decide } from '../decide.ts';
import { Shadow } from '../testing/shadow.ts';
import { type AccountId, accountId, catalogId } from '../units/ids.ts';

const [ANN, BOB, MEG] = [0, 1, 2].map(accountId) as [AccountId, AccountId, AccountId];
const NOBODY = accountId(77);
const EVENT = { type: 'Event', id: catalogId(7) } as const;
const OTHER = { type: 'Event', id: catalogId(8) } as const;

const comment = (id: number) => id as CommentId;
const write = (
  account: AccountId,
  body: string,
  parent: number | null = null,
  entity: typeof EVENT | typeof OTHER = EVENT,
) => ({ kind: 'AddComment', account, entity, parent: parent === null ? null : comment(parent), body }) as const;
const remove = (account: AccountId | null, id: number) =>
  ({ kind: 'RemoveComment', account, comment: comment(id) }) as const;
const heart = (account: AccountId, id: number) =>
  ({ kind: 'AddReaction', account, comment: comment(id), reaction: 'HEART' }) as const;
const unheart = (account: AccountId, id: number) =>
  ({ kind: 'RemoveReaction', account, comment: comment(id), reaction: 'HEART' }) as const;
const report = (account: AccountId, id: number) => ({ kind: 'ReportComment', account, comment: comment(id) }) as const;
const dismiss = (account: AccountId | null, id: number) =>
  ({ kind: 'DismissReports', account, comment: comment(id) }) as const;
const profile = (account: AccountId, changes: Partial<ProfileText>) =>
  ({ kind: 'UpdateProfile', account, changes }) as const;
const moderator = (account: AccountId, is: boolean) => ({ kind: 'SetModerator', account, moderator: is }) as const;

type Step = readonly [CommunityCommand, answer: string, afterMs?: number];

/** Plays the steps with the oracle; each step must get its expected answer. */
function play(steps: readonly Step[]): Shadow {
  const shadow = Shadow.opened();
  let { timeMs } = shadow.state;
  for (const [command, answer, afterMs = 0] of steps) {
    timeMs += afterMs;
    const decision = shadow.execute({ command, timeMs });
    expect([command, decision.kind === 'reject' ? decision.code : decision.kind]).toEqual([command, answer]);
  }
  const [last] = steps.at(-1) as Step;
  shadow.compareCopies(last);
  return shadow;
}

const A = 'accepted';
const SCENARIOS: readonly (readonly [string, readonly Step[]])[] = [
  [
    'a thread: replies stand under comments of the same entity that are there',
    [
      [write(ANN, 'first'), A],
      [write(BOB, 'reply', 1), A],
      [write(ANN, 'reply to the reply', 2), A],
      [write(BOB, 'elsewhere', 1, OTHER), 'comment_invalid'],
      [write(BOB, 'nowhere', 99), 'unknown_parent_comment'],
      [{ ...write(BOB, 'x'), entity: { type: 'Series', id: catalogId(7) } }, 'unknown_comment_entity'],
      [{ ...write(BOB, 'x'), entity: { type: 'market', id: catalogId(7) } }, 'unknown_comment_entity'],
      [write(NOBODY, 'who'), 'unknown_account'],
    ],
  ],
  [
    'removal: authors their own, moderators and the operator any; nothing is done to what is gone',
    [
      [write(ANN, 'first'), A],
      [write(ANN, 'second'), A],
      [write(ANN, 'third'), A],
      [remove(BOB, 1), 'comment_not_owned'],
      [remove(ANN, 1), A],
      [remove(ANN, 1), 'unchanged'],
      [moderator(MEG, true), A],
      [moderator(MEG, true), 'unchanged'],
      [remove(MEG, 2), A],
      [moderator(MEG, false), A],
      [remove(MEG, 3), 'comment_not_owned'],
      [remove(null, 3), A],
      [remove(null, 4), 'unknown_comment'],
      [write(BOB, 'late', 1), 'comment_invalid'],
      [heart(BOB, 1), 'unknown_comment'],
      [report(BOB, 1), 'unknown_comment'],
      [moderator(NOBODY, true), 'unknown_account'],
    ],
  ],
  [
    'reactions and reports: one each for an account and a comment',
    [
      [write(ANN, 'first'), A],
      [heart(BOB, 1), A],
      [heart(BOB, 1), 'unchanged'],
      [heart(ANN, 1), A],
      [unheart(BOB, 1), A],
      [unheart(BOB, 1), 'unchanged'],
      [heart(BOB, 1), A],
      [report(BOB, 1), A],
      [report(BOB, 1), 'unchanged'],
      [heart(BOB, 2), 'unknown_comment'],
      [heart(NOBODY, 1), 'unknown_account'],
    ],
  ],
  [
    'dismissal: moderators and the operator; who has reported cannot do so again, others can',
    [
      [write(ANN, 'first'), A],
      [write(ANN, 'second'), A],
      [dismiss(null, 1), 'unchanged'],
      [report(BOB, 1), A],
      [report(BOB, 2), A],
      [dismiss(ANN, 1), 'not_moderator'],
      [dismiss(BOB, 1), 'not_moderator'],
      [dismiss(NOBODY, 1), 'unknown_account'],
      [dismiss(null, 1), A],
      [dismiss(null, 1), 'unchanged'],
      [report(BOB, 1), 'unchanged'],
      [dismiss(null, 1), 'unchanged'],
      [report(MEG, 1), A],
      [moderator(ANN, true), A],
      [dismiss(ANN, 1), A],
      [dismiss(ANN, 1), 'unchanged'],
      [moderator(ANN, false), A],
      [dismiss(ANN, 2), 'not_moderator'],
      [dismiss(null, 99), 'unknown_comment'],
      [remove(null, 2), A],
      [dismiss(null, 2), 'unknown_comment'],
    ],
  ],
  [
    'names: unique whatever their case, free again when they are given up',
    [
      [profile(ANN, { name: ' Ann ' }), A],
      [profile(BOB, { name: 'aNN' }), 'name_taken'],
      [profile(ANN, { name: 'ANN' }), A],
      [profile(ANN, { name: '' }), A],
      [profile(BOB, { name: 'aNN' }), A],
      [profile(ANN, { name: 'ann' }), 'name_taken'],
      [profile(ANN, { name: '', bio: 'no name' }), A],
      [profile(BOB, {}), 'unchanged'],
      [profile(NOBODY, { bio: '' }), 'unknown_account'],
    ],
  ],
];

test.each(SCENARIOS)('community: %s', (_name, steps) => {
  play(steps);
});

test('community: twenty comments within any minute, removed ones included, and the refusal says when to come back [E17]', () => {
  const twenty = Array.from({ length: 20 }, (): Step => [write(ANN, 'again'), A, 1_000]);
  // The first comment came 19 s before the last.
  play([...twenty, [remove(ANN, 5), A], [write(ANN, 'more'), 'too_many_comments', 40_999], [write(ANN, 'more'), A, 1]]);
  const shadow = play([...twenty, [write(BOB, 'mine'), A]]);
  const stamp = { sequence: shadow.state.sequence + 1, timeMs: shadow.state.timeMs + 999 };
  expect(decide(shadow.state, write(ANN, 'more'), stamp)).toMatchObject({
    details: { maximum: 20, retryAfterSeconds: 41 },
  });
});

test('community: a thread is a hundred replies deep and no deeper', () => {
  const deep = Array.from(
    { length: 101 },
    (_, index): Step => [write(ANN, 'deeper', index === 0 ? null : index), A, 4_000],
  );
  play([...deep, [write(ANN, 'too deep', 101), 'comment_invalid', 4_000]]);
});

const long = (count: number): string => '🐢'.repeat(count);
const bodies: readonly (readonly [string, string | null])[] = [
  ['plain', 'plain'],
  ['  trimmed \n', 'trimmed'],
  ['two\nlines', 'two\nlines'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['👩‍🚀 שלום e\u0301', '👩‍🚀 שלום e\u0301'],
  [long(2_000), long(2_000)],
  [`${long(2_000)}  `, long(2_000)],
  [long(2_001), null],
  ['', null],
  [' \n\t ', null],
  ['bell \u0007', null],
  ['tab\there', null],
  ['line\r\nfeed', null],
  ['c1 \u0085 x', null],
  ['half \ud83d', null],
  ['turned \u202eback', null],
  ['hid\u200bden', null],
];
test.each(bodies)('community: body %j', (body, stored) => {
  const { state } = Shadow.opened();
  const decision = decide(state, write(ANN, body), { sequence: 99, timeMs: state.timeMs });
  if (stored === null) expect(decision).toMatchObject({ kind: 'reject', code: 'comment_invalid' });
  else expect(decision).toMatchObject({ events: [{ kind: 'CommentAdded', comment: 1, body: stored }] });
});

const profiles: readonly (readonly [Partial<ProfileText>, string | null])[] = [
  [{ name: 'я'.repeat(40) }, null],
  [{ name: '0x and more' }, null],
  [{ name: 'Admin' }, 'name must not look like one that is reserved for the venue'],
  [{ bio: 'turned \u202eback' }, 'bio must not contain hidden characters'],
  [{ bio: '👩\u200d🚀 می\u200cخواهم' }, null],
  [{ bio: `${'x'.repeat(500)}\n` }, null],
  [{ bio: 'x'.repeat(501) }, 'bio must have at most 500 characters'],
  [{ bio: 'a\u0000b' }, 'bio must not contain control characters other than newline'],
  [{ profileImage: '' }, null],
  [{ profileImage: 'https://example.org/a.png?x=1#y' }, null],
  [{ profileImage: 'http://[::1]:8080/a' }, null],
  [{ profileImage: 'javascript:alert(1)' }, 'profileImage must be an http or https URL, or empty'],
  [{ profileImage: 'https://' }, 'profileImage must be an http or https URL, or empty'],
  [{ profileImage: 'https://x/"onerror=' }, 'profileImage must be an http or https URL, or empty'],
  [{ profileImage: `https://x/${'a'.repeat(491)}` }, 'profileImage must have at most 500 characters'],
  [{ displayUsernamePublic: false }, null],
];
test.each(profiles)('community: profile %j', (changes, reason) => {
  const { state } = Shadow.opened();
  const decision = decide(state, profile(ANN, changes), { sequence: 99, timeMs: state.timeMs });
  if (reason === null) expect(decision.kind).toBe('accepted');
  else expect(decision).toMatchObject({ kind: 'reject', code: 'profile_invalid', details: { reason } });
});
