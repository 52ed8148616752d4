/** Generates community commands with few accounts and comments, so that all combinations occur. Tests only. */
import type { CommunityCommand } from '../community/commands.ts';
import { type CommentEntity, type CommentId, PROFILE_FIELDS, REACTION_TYPES } from '../community/definition.ts';
import { accountId, catalogId } from '../units/units.ts';
import type { Dice } from './dice.ts';

const ACCOUNTS = 4;
const NAMES = ['Ann', 'ANN', ' ann ', 'Böb', 'bÖB', '', 'a\tb', '0xabcd', 'x'.repeat(41), 'née', '🐢'.repeat(40)];
/** Parts of names: letters that look alike, separators, and reserved words. */
const PARTS = [
  ...[...'aаαBВΒeеoоο0OIl1iіι', 'rn', ...'mнHηΗνΝυΥпгé', ' ', ...'.-_', '\u200b', '\u202e', '\u3164', ...'57x', 'vv'],
  ...['admin', 'Mod', 'MODERATOR', 'house', 'System', 'bell', 'wether', 'official', 'Ann', 'Ox', ...'мтТкр'],
];
const BODIES = [
  ...['hello', '  padded\n', 'two\nlines', '<b>bold</b>', ' \n ', 'a\tb', 'turned \u202eback'],
  ...['🐢'.repeat(2000), 'x'.repeat(2001)],
];
const TEXTS = ['ab'.repeat(32), 'AB'.repeat(32), 'a'.repeat(63), ''];
const IMAGES = ['', 'https://example.org/a.png', 'http://x', 'ftp://x', `https://x/${'a'.repeat(500)}`];

/** Generates a command; `comments` is the number of existing comments. */
export function communityCommand(dice: Dice, comments: number): CommunityCommand {
  const account = accountId(dice.once(30) ? ACCOUNTS + 3 : dice.once(2) ? 0 : dice.below(ACCOUNTS));
  const comment = (dice.once(25) ? comments + 5 : Math.max(1, comments - dice.below(12))) as CommentId;
  const reaction = dice.pick(REACTION_TYPES);
  const drawn = dice.below(13);
  if (drawn === 0) return { kind: 'RemoveComment', comment, account: dice.once(4) ? null : account };
  if (drawn === 1 || drawn === 2) return { kind: 'AddReaction', account, comment, reaction };
  if (drawn === 3) return { kind: 'RemoveReaction', account, comment, reaction };
  if (drawn === 4) return { kind: 'ReportComment', account, comment };
  if (drawn === 5) {
    const texts = { [dice.pick(PROFILE_FIELDS)]: dice.pick(TEXTS) };
    return { kind: 'UpdateProfile', account, changes: profileChanges(dice), ...(dice.once(4) && { texts }) };
  }
  if (drawn === 6) return { kind: 'SetModerator', account, moderator: dice.once(2) };
  if (drawn === 7) return { kind: 'DismissReports', comment, account: dice.once(4) ? null : account };
  if (drawn === 8) return { kind: 'DropNotifications', account, ids: dice.pick([null, [], [0], [7, 3, 7]]) };
  return {
    kind: 'AddComment',
    account,
    entity: entity(dice),
    parent: dice.once(3) ? null : comment,
    ...(dice.once(5) ? { text: dice.pick(TEXTS) } : { body: dice.once(4) ? dice.pick(BODIES) : 'hello' }),
  };
}

/** Mostly one event, so that replies find their parents. */
function entity(dice: Dice): CommentEntity {
  if (!dice.once(12)) return { type: 'Event', id: catalogId(7) };
  return dice.pick([
    { type: 'Event', id: catalogId(8) },
    { type: 'Series', id: catalogId(5) },
    { type: 'market', id: catalogId(9_999_999) },
    { type: 'Event', id: catalogId(9_999_999) },
  ] as const);
}

export function aName(dice: Dice): string {
  if (dice.once(2)) return dice.pick(NAMES);
  let name = '';
  for (let parts = 1 + dice.below(3); parts > 0; parts--) name += dice.pick(PARTS);
  return name;
}

const profileChanges = (dice: Dice) => ({
  ...(dice.once(2) && { name: aName(dice) }),
  ...(dice.once(3) && {
    bio: dice.pick(['', ' a bio ', 'two\nlines', 'x'.repeat(501), 'hid\u200bden', 'turned \u202eback']),
  }),
  ...(dice.once(4) && { profileImage: dice.pick(IMAGES) }),
  ...(dice.once(4) && { displayUsernamePublic: dice.once(2) }),
});
