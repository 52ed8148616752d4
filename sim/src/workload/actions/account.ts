/** Comments, reactions, reports, profiles. */
import type { CommentEntity, CommunityCommand } from '@bellwether/engine';
import type { Acting, Action } from '../acting.ts';
import { EVENTS, SERIES } from '../setting.ts';

const BODIES = ['hello', '  padded\n', 'two\nlines', '<b>bold</b>', ' ', 'a\tb', 'x'.repeat(2_001)];
const NAMES = ['Ann', 'ANN', ' ann ', 'Bob', 'B0b', '', 'admin', 'x'.repeat(41), 'Trader Joe'];

function comment(acting: Acting): Promise<unknown> {
  const { account, dice, state } = acting;
  const parent = dice.chance(0.5) && state.community.comments.count > 0 ? acting.comment() : null;
  const body = dice.chance(0.8) ? `of ${acting.name('comment')}` : dice.pick(BODIES);
  const entity = dice.weighted<CommentEntity>([
    [6, { type: 'Event', id: EVENTS.race }],
    [2, { type: 'Event', id: EVENTS.plain }],
    [1, { type: 'Series', id: SERIES }],
    [1, { type: 'market', id: (state.markets[0]?.catalogId ?? 1) as never }],
    [0.3, { type: 'Event', id: 99_999 as never }],
  ]);
  return acting.send({ kind: 'AddComment', account, entity, parent, body });
}

function react(acting: Acting): Promise<unknown> {
  const { account, dice } = acting;
  const about = { account, comment: acting.comment() };
  const command = dice.weighted<CommunityCommand>([
    [5, { kind: 'AddReaction', ...about, reaction: 'HEART' }],
    [2, { kind: 'RemoveReaction', ...about, reaction: 'HEART' }],
    [1, { kind: 'ReportComment', ...about }],
    [1, { kind: 'RemoveComment', ...about }],
    [1, { kind: 'DropNotifications', account, ids: dice.pick([null, [], [1, 2]]) }],
  ]);
  return acting.send(command);
}

function profile(acting: Acting): Promise<unknown> {
  const { account, dice } = acting;
  const changes = dice.chance(0.7) ? { name: dice.pick(NAMES) } : { bio: dice.pick(['', 'a bio', 'x'.repeat(501)]) };
  return acting.send({ kind: 'UpdateProfile', account, changes });
}

function moderate(acting: Acting): Promise<unknown> {
  const { dice, state } = acting;
  const comment = acting.comment();
  const { id } = acting.pick(state.accounts);
  const command = dice.weighted<CommunityCommand>([
    [2, { kind: 'RemoveComment', comment, account: null }],
    [2, { kind: 'DismissReports', comment, account: null }],
    [1, { kind: 'SetModerator', account: id, moderator: dice.chance(0.7) }],
  ]);
  return acting.send(command);
}

export const COMMUNITY: readonly Action[] = [
  { kind: 'comment', weight: 30, needs: 'community', act: comment },
  { kind: 'react', weight: 20, needs: 'community', act: react },
  { kind: 'profile', weight: 3, needs: 'community', act: profile },
  { kind: 'moderate', weight: 8, needs: 'community', isOperators: true, act: moderate },
];

async function issueKey(acting: Acting): Promise<void> {
  const { account, dice, client } = acting;
  const [old] = client.apiKeys;
  if (old !== undefined && dice.chance(0.4)) {
    await acting.send({ kind: 'RevokeApiKey', account, apiKey: dice.chance(0.9) ? old : 'no-such-key' });
    if (dice.chance(0.7)) client.apiKeys.shift();
    return;
  }
  const apiKey = acting.name('api-key');
  await acting.send({ kind: 'IssueApiKey', account, apiKey, nonce: `${acting.index}` });
  client.apiKeys.push(apiKey);
}

/** Sends heartbeats in time and then stops, so that every key eventually misses one. */
async function beat(acting: Acting): Promise<void> {
  const { dice, client } = acting;
  if (client.apiKeys.length === 0) return issueKey(acting);
  const apiKey = dice.pick(client.apiKeys);
  for (let beats = dice.pick([1, 1, 2, 5]); beats > 0; beats--) {
    const { account, state } = acting;
    const expected = state.heartbeats.get(apiKey)?.heartbeatId ?? null;
    const heartbeatId = dice.chance(0.06) ? dice.pick([null, '', 'no-such-beat']) : expected;
    await acting.send({ kind: 'Beat', account, apiKey, heartbeatId, nextId: acting.name('beat') });
    if (beats > 1) await client.pause(dice.pick([500, 4_000, 8_000, 9_990, 10_000]));
  }
}

export const KEYS: readonly Action[] = [
  { kind: 'issue key', weight: 20, needs: 'heartbeats', act: issueKey },
  { kind: 'beat', weight: 40, needs: 'heartbeats', act: beat },
];
