/** Bounds of comments, and the texts of comments and profiles; community.prop.test.ts has the other rules. */
import { expect, test } from 'vitest';
import type { CommunityCommand } from '../community/commands.ts';
import type { CommentId, ProfileText } from '../community/definition.ts';
import { decide } from '../decide.ts';
import { Shadow } from '../testing/shadow.ts';
import { type AccountId, accountId, catalogId } from '../units/units.ts';

const [ANN, BOB] = [accountId(0), accountId(1)];
const EVENT = { type: 'Event', id: catalogId(7) } as const;

const write = (account: AccountId, body: string, parent: number | null = null) =>
  ({ kind: 'AddComment', account, entity: EVENT, parent: parent as CommentId | null, body }) as const;
const remove = (account: AccountId, id: number) =>
  ({ kind: 'RemoveComment', account, comment: id as CommentId }) as const;
const profile = (account: AccountId, changes: Partial<ProfileText>) =>
  ({ kind: 'UpdateProfile', account, changes }) as const;

type Step = readonly [CommunityCommand, answer: string, afterMs?: number];

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
  const deep = Array.from({ length: 101 }, (_, index): Step => [write(ANN, 'deeper', index || null), A, 4_000]);
  play([...deep, [write(ANN, 'too deep', 101), 'comment_invalid', 4_000]]);
});

test.each(['Series', 'market'] as const)('community: the id of an event is none of a %s', (type) => {
  play([[{ ...write(ANN, 'x'), entity: { type, id: EVENT.id } }, 'unknown_comment_entity']]);
});

const long = (count: number): string => '🐢'.repeat(count);
const kept = (...texts: readonly string[]) => texts.map((text) => [text, text] as const);
const refused = (...texts: readonly string[]) => texts.map((text) => [text, null] as const);
const bodies: readonly (readonly [string, string | null])[] = [
  ...kept('plain', 'two\nlines', '<script>alert(1)</script>', '👩‍🚀 שלום e\u0301', long(2_000)),
  ['  trimmed \n', 'trimmed'],
  [`${long(2_000)}  `, long(2_000)],
  ...refused(long(2_001), '', ' \n\t ', 'bell \u0007', 'tab\there', 'line\r\nfeed', 'c1 \u0085 x', 'half \ud83d'),
  ...refused('turned \u202eback', 'hid\u200bden'),
];
test.each(bodies)('community: body %j', (body, stored) => {
  const { state } = Shadow.opened();
  const decision = decide(state, write(ANN, body), { sequence: 99, timeMs: state.timeMs });
  if (stored === null) expect(decision).toMatchObject({ kind: 'reject', code: 'comment_invalid' });
  else expect(decision).toMatchObject({ events: [{ kind: 'CommentAdded', comment: 1, body: stored }] });
});

const HASH = '0123456789abcdef'.repeat(4);
test.each([
  ['a hash in place of a body', { text: HASH }, { text: HASH }],
  ['a hash in capitals', { text: HASH.toUpperCase() }, null],
  ['a hash that is too short', { text: HASH.slice(1) }, null],
  ['both', { body: 'x', text: HASH }, null],
  ['neither', {}, null],
] as const)('community: a comment with %s', (_what, told, stored) => {
  const { state } = Shadow.opened();
  const { body: _body, ...asked } = write(ANN, '');
  const decision = decide(state, { ...asked, ...told }, { sequence: 99, timeMs: state.timeMs });
  if (stored === null) expect(decision).toMatchObject({ kind: 'reject', code: 'comment_invalid' });
  else expect(decision).toEqual({ kind: 'accepted', events: [expect.objectContaining(stored)], notCanceled: {} });
});

test.each([
  ['hashes in place of fields', { bio: HASH, name: HASH }, {}, { texts: { bio: HASH, name: HASH }, changes: {} }],
  ['a hash beside another field', { bio: HASH }, { name: '' }, { texts: { bio: HASH }, changes: { name: '' } }],
  ['both', { name: HASH }, { name: 'Ann' }, null],
  ['a hash that is none', { profileImage: `${HASH}0` }, {}, null],
] as const)('community: a profile with %s', (_what, texts, changes, stored) => {
  const { state } = Shadow.opened();
  const decision = decide(state, { ...profile(ANN, changes), texts }, { sequence: 99, timeMs: state.timeMs });
  if (stored === null) expect(decision).toMatchObject({ kind: 'reject', code: 'profile_invalid' });
  else expect(decision).toMatchObject({ events: [{ kind: 'ProfileUpdated', ...stored }] });
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
