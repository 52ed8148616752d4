/** Comments, reactions, reports, profiles. */
import type { CommentEntity, CommunityCommand, State } from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
import { EVENTS, SERIES } from '../setting.ts';

const BODIES = ['hello', '  padded\n', 'two\nlines', '<b>bold</b>', ' ', 'a\tb', 'x'.repeat(2_001)];
const NAMES = ['Ann', 'ANN', ' ann ', 'Bob', 'B0b', '', 'admin', 'x'.repeat(41), 'Trader Joe'];

export const comment: Act = async (acting) => {
  const { account, dice, known, state } = acting;
  if (state === null || account === null) return;
  const parent = dice.chance(0.5) && state.community.comments.count > 0 ? known.comment(dice, state) : null;
  const body = dice.chance(0.8) ? `of ${acting.name('comment')}` : dice.pick(BODIES);
  await acting.send({ kind: 'AddComment', account, entity: entityOf(acting, state), parent, body });
};

export const react: Act = async (acting) => {
  const { account, dice, known, state } = acting;
  if (state === null || account === null) return;
  const about = { account, comment: known.comment(dice, state) };
  const command = dice.weighted<CommunityCommand>([
    [5, { kind: 'AddReaction', ...about, reaction: 'HEART' }],
    [2, { kind: 'RemoveReaction', ...about, reaction: 'HEART' }],
    [1, { kind: 'ReportComment', ...about }],
    [1, { kind: 'RemoveComment', ...about }],
    [1, { kind: 'DropNotifications', account, ids: dice.pick([null, [], [1, 2]]) }],
  ]);
  await acting.send(command);
};

export const profile: Act = async (acting) => {
  const { account, dice } = acting;
  if (account === null) return;
  const changes = dice.chance(0.7) ? { name: dice.pick(NAMES) } : { bio: dice.pick(['', 'a bio', 'x'.repeat(501)]) };
  await acting.send({ kind: 'UpdateProfile', account, changes });
};

/** Moderation by the operator. */
export const moderate: Act = async (acting) => {
  const { dice, known, state } = acting;
  if (state === null || state.accounts.length === 0) return;
  const comment = known.comment(dice, state);
  const moderator = dice.chance(0.7);
  const { accounts } = state;
  const command = dice.weighted<CommunityCommand>([
    [2, { kind: 'RemoveComment', comment, account: null }],
    [2, { kind: 'DismissReports', comment, account: null }],
    [1, { kind: 'SetModerator', account: (dice.pick(accounts).id ?? 0) as never, moderator }],
  ]);
  await acting.send(command);
};

function entityOf({ dice }: Acting, { markets }: Readonly<State>): CommentEntity {
  return dice.weighted<CommentEntity>([
    [6, { type: 'Event', id: EVENTS.race }],
    [2, { type: 'Event', id: EVENTS.plain }],
    [1, { type: 'Series', id: SERIES }],
    [1, { type: 'market', id: (markets[0]?.catalogId ?? 1) as never }],
    [0.3, { type: 'Event', id: 99_999 as never }],
  ]);
}
