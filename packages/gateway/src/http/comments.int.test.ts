/**
 * Comments, reactions, reports and removal over HTTP: what the rules of the conformance run leave open. Moderation: the
 * operator's list, dismissed reports, who moderates, and removal of all of an account.
 */
import type { Comment, Moderator } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addEvent, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();
const eve = await Trader.open(stack, '3');
const [market] = (await addEvent(stack, ['Will it rain?', 'Will it snow?'], {}, { slug: 'weather' })) as [TestMarket];

const entity = () => ({ parentEntityType: 'Event', parentEntityID: Number(market.eventId) });

/** Writes a comment, five seconds after the previous call. */
async function write(author: Trader, body: string, parentCommentID?: string): Promise<Comment> {
  stack.time.nowMs += 5_000;
  const answer = await author.send('POST', '/comments', { body, ...entity(), parentCommentID });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body as Comment;
}

const replies = async (id: string, query = ''): Promise<Comment[]> =>
  (await send(stack, 'GET', `/comments/${id}${query}`)).body as Comment[];
const bodies = (list: readonly { readonly body: string }[]): string[] => list.map(({ body }) => body);

const listed = async (query = ''): Promise<Comment[]> =>
  (await admin(stack, 'GET', `/admin/comments${query}`)).body as Comment[];
const listedBodies = async (query = ''): Promise<string[]> => (await listed(query)).map(({ body }) => body);
const isListed = async (id: string): Promise<boolean> =>
  (await listed('?reported=true')).some((comment) => comment.id === id);

const moderators = async (query = ''): Promise<Moderator[]> =>
  (await admin(stack, 'GET', `/admin/moderators${query}`)).body as Moderator[];

test('moderation: lists comments and replies, reported ones alone, by time or by reports', async () => {
  const once = await write(alice, 'reported once');
  const twice = await write(alice, 'reported twice');
  const reply = await write(bob, 'a reply no one reported', twice.id);
  const late = await write(bob, 'a reply that somebody reported', twice.id);
  for (const reporter of [alice, bob]) await reporter.send('POST', `/comments/${twice.id}/reports`);
  for (const { id } of [once, late]) await alice.send('POST', `/comments/${id}/reports`);
  expect(await listedBodies()).toEqual([late.body, reply.body, twice.body, once.body]);
  expect(await listedBodies('?limit=2&offset=1')).toEqual([reply.body, twice.body]);
  expect(await listedBodies('?reported=true')).toEqual([late.body, twice.body, once.body]);
  expect(await listedBodies('?reported=true&order=reportCount')).toEqual([twice.body, late.body, once.body]);
  expect(await listedBodies('?order=reportCount')).toEqual([twice.body, late.body, once.body, reply.body]);
  await admin(stack, 'DELETE', `/admin/comments/${twice.id}`);
  expect(await listedBodies('?reported=true&order=reportCount')).toEqual([late.body, once.body]);
});

test('reports: the operator dismisses them, and they count again from accounts that had not reported [P9]', async () => {
  const { id } = await write(alice, 'nothing is wrong with me');
  const report = async (who: Trader): Promise<unknown> => (await who.send('POST', `/comments/${id}/reports`)).body;
  expect(await report(bob)).toMatchObject({ reportCount: 1 });
  expect(await isListed(id)).toBe(true);
  const dismissed = await admin(stack, 'DELETE', `/admin/comments/${id}/reports`);
  expect(dismissed).toMatchObject({ status: 200, body: { id, reportCount: 0, removed: false } });
  expect(await isListed(id)).toBe(false);
  expect(await report(bob)).toMatchObject({ reportCount: 0 });
  expect(await report(eve)).toMatchObject({ reportCount: 1 });
  expect(await isListed(id)).toBe(true);
});

test('reports: moderators dismiss them, and nothing is done where there are none [P9]', async () => {
  const { id } = await write(alice, 'nothing is wrong with me either');
  const dismiss = (who: Trader) => who.send('DELETE', `/comments/${id}/reports`);
  await eve.send('POST', `/comments/${id}/reports`);
  await admin(stack, 'PUT', `/admin/moderators/${bob.address}`);
  expect(await dismiss(bob)).toMatchObject({ status: 200, body: { id, reportCount: 0 } });
  const { sequence } = stack.exchange.state;
  expect(await dismiss(bob)).toMatchObject({ status: 200, body: { id, reportCount: 0 } });
  expect(stack.exchange.state.sequence).toBe(sequence);
  await bob.send('DELETE', `/comments/${id}`);
  expect((await dismiss(bob)).status).toBe(404);
  expect((await admin(stack, 'DELETE', `/admin/comments/${id}/reports`)).status).toBe(404);
  await admin(stack, 'DELETE', `/admin/moderators/${bob.address}`);
});

test('moderators: the operator sees who they are, oldest account first, page by page [P9]', async () => {
  expect(await moderators()).toEqual([]);
  const carol = await Trader.open(stack, '6');
  for (const who of [carol, eve]) await admin(stack, 'PUT', `/admin/moderators/${who.address}`);
  await eve.send('PUT', '/profile', { name: 'Wren' });
  await carol.send('PUT', '/profile', { name: 'Owl', displayUsernamePublic: false });
  const { proxyWallet, pseudonym } = (await write(eve, 'a moderator')).profile;
  const both = await moderators();
  expect(both[0]).toEqual({ address: eve.address, proxyWallet, name: 'Wren', pseudonym, profileImage: '' });
  expect(both.map(({ address, name }) => [address, name])).toEqual([
    [eve.address, 'Wren'],
    [carol.address, ''],
  ]);
  expect(await moderators('?limit=1&offset=1')).toEqual([both[1]]);
  await admin(stack, 'DELETE', `/admin/moderators/${eve.address}`);
  expect(await moderators()).toEqual([both[1]]);
});

test('comments: a moderator or the operator removes all of an account, in steps that the journal holds one by one [R28]', async () => {
  const dan = await Trader.open(stack, '4');
  const fay = await Trader.open(stack, '5');
  const removeAll = (who: Trader, of: Trader) => who.send('DELETE', `/comments/user_address/${of.address}`);
  const write3 = async (): Promise<void> => {
    for (const body of ['one', 'two', 'three']) await write(dan, body);
  };
  await write3();
  const kept = await write(alice, 'I stay');
  expect(await removeAll(fay, dan)).toMatchObject({ status: 403, body: { type: 'forbidden' } });
  await admin(stack, 'PUT', `/admin/moderators/${fay.address}`);
  const before = stack.exchange.state.sequence;
  const three = { status: 200, body: { address: dan.address, removed: 3, complete: true } };
  expect(await removeAll(fay, dan)).toMatchObject(three);
  expect(stack.exchange.state.sequence).toBe(before + 3);
  expect(await removeAll(fay, dan)).toMatchObject({ status: 200, body: { removed: 0, complete: true } });
  expect(stack.exchange.state.sequence).toBe(before + 3);
  await write3();
  // An account may remove all its own comments, and the operator those of any account.
  expect(await removeAll(dan, dan)).toMatchObject(three);
  await write3();
  expect(await admin(stack, 'DELETE', `/admin/comments/user_address/${dan.address}`)).toMatchObject(three);
  const { body } = await alice.send('GET', `/comments/user_address/${dan.address}`);
  expect(body).toEqual([]);
  expect(stack.exchange.state.community.comments.get(Number(kept.id) as never)?.removed).toBe(false);
});

test('comments: what is written is answered whole and read back at once', async () => {
  const comment = await write(alice, '  <script>alert("x")</script>\r\n👩‍🚀\tשלום  ');
  const time = new Date(stack.time.nowMs).toISOString();
  const profile = { name: '', baseAddress: alice.address, isMod: false, isCreator: false, positions: [] };
  const place = { ...entity(), parentCommentID: '', userAddress: alice.address, replyAddress: '' };
  const untouched = { createdAt: time, updatedAt: time, reactions: [], reportCount: 0, removed: false, replies: [] };
  const words = { id: expect.stringMatching(/^[1-9][0-9]*$/), body: '<script>alert("x")</script>\n👩‍🚀 שלום' };
  expect(comment).toMatchObject({ ...words, ...place, ...untouched, profile });
  const listed = await send(stack, 'GET', `/comments/user_address/${alice.address}`);
  expect((listed.body as Comment[])[0]).toEqual(comment);
  const longest = '🐢'.repeat(2000);
  expect((await write(alice, longest)).body).toBe(longest);
});

test('comments: below a comment of a list its five oldest replies are shown, and three below each of those [P8]', async () => {
  const root = await write(alice, 'many');
  const first = await write(bob, 'parent', root.id);
  for (let index = 0; index < 12; index++) await write(index % 2 === 0 ? alice : bob, `reply ${index}`, first.id);
  const [one] = (await replies(root.id)) as [Comment];
  expect(one.replyCount).toBe(12);
  expect(bodies(one.replies)).toEqual(Array.from({ length: 5 }, (_, index) => `reply ${index}`));
  expect(await replies(first.id)).toHaveLength(12);
  expect(bodies(await replies(first.id, '?limit=2&offset=3'))).toEqual(['reply 3', 'reply 4']);
  const [whole] = (await send(stack, 'GET', '/comments?limit=1')).body as [Comment];
  expect([whole.id, whole.replies[0]?.replies.length]).toEqual([root.id, 3]);
  // On a user's page a comment can appear both at the top level and as a reply; each place has its own bound.
  const answer = await alice.send('POST', '/comments', { body: 'own', ...entity(), parentCommentID: root.id });
  const own = answer.body as Comment;
  for (let index = 0; index < 7; index++) await write(bob, `below ${index}`, own.id);
  const user = `/comments/user_address/${alice.address}?limit=100`;
  const listed = (await send(stack, 'GET', user)).body as Comment[];
  expect(listed.find(({ id }) => id === own.id)?.replies).toHaveLength(5);
  const below = listed.find(({ id }) => id === root.id)?.replies.find(({ id }) => id === own.id);
  expect(below?.replies).toHaveLength(3);
});

test('comments: of an entity by reactions, and of its holders, with what they hold', async () => {
  const other = await addMarket(stack, 'Alone?', {}, { slug: 'alone' });
  const at = { parentEntityType: 'Event', parentEntityID: Number(other.eventId) };
  const ids: string[] = [];
  for (const body of ['one', 'two', 'three'])
    ids.push(((await alice.send('POST', '/comments', { body, ...at })).body as Comment).id);
  await bob.send('POST', `/comments/${ids[1]}/reactions`);
  const list = async (query: string) => (await send(stack, 'GET', `/comments?${query}`)).body as Comment[];
  const byId = `parent_entity_type=Event&parent_entity_id=${other.eventId}`;
  expect(bodies(await list('event_slug=alone&ascending=true&order=createdAt'))).toEqual(['one', 'two', 'three']);
  expect(bodies(await list(`${byId}&order=reactionCount`))).toEqual(['two', 'three', 'one']);
  expect(bodies(await list(`${byId}&order=id&limit=1&offset=1`))).toEqual(['two']);
  expect(await list('event_slug=nowhere')).toEqual([]);
  expect(await list(`${byId}&holders_only=true`)).toEqual([]);
  await alice.send('POST', '/positions/split', { conditionId: other.conditionId, amount: '7.5' });
  const held = await list(`${byId}&holders_only=true`);
  expect(bodies(held)).toEqual(['three', 'two', 'one']);
  const positions = held[0]?.profile.positions.map(({ tokenId, positionSize }) => [tokenId, positionSize]);
  const sizes = new Map(positions as [string, string][]);
  expect(sizes).toEqual(new Map([other.yes, other.no].map((tokenId) => [tokenId, '7500000'])));
});

test('comments: under a market and a series; the author who created the event is shown as such', async () => {
  const series = await admin(stack, 'POST', '/admin/series', { title: 'Weekly', slug: 'weekly' });
  const seriesId = Number((series.body as { id: string }).id);
  const own = await addMarket(stack, 'Mine?', {}, { slug: 'mine', creator: alice.address });
  const detail = await send(stack, 'GET', `/markets/${own.conditionId}`);
  const marketId = (detail.body as { market_id: number }).market_id;
  const post = (type: string, id: number) =>
    alice.send('POST', '/comments', { body: type, parentEntityType: type, parentEntityID: id });
  stack.time.nowMs += 60_000;
  const answers = [
    await post('Series', seriesId),
    await post('market', marketId),
    await post('Event', Number(own.eventId)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(answers.map(({ body }) => (body as Comment).profile.isCreator)).toEqual([false, true, true]);
});

test('removal: without replies a comment is gone, with replies its place stays until the last of them goes [P9]', async () => {
  const root = await write(alice, 'root');
  const parent = await write(alice, 'has replies', root.id);
  const reply = await write(bob, 'reply', parent.id);
  const leaf = await write(bob, 'leaf', root.id);
  await bob.send('POST', `/comments/${parent.id}/reactions`);
  expect((await alice.send('DELETE', `/comments/${leaf.id}`)).status).toBe(403);
  const answer = await bob.send('DELETE', `/comments/${leaf.id}`);
  expect(answer).toMatchObject({ status: 200, body: { id: leaf.id, removed: true } });
  expect(bodies(await replies(root.id))).toEqual(['has replies']);
  expect((await send(stack, 'GET', `/comments/${leaf.id}`)).status).toBe(404);

  expect((await alice.send('DELETE', `/comments/${parent.id}`)).status).toBe(200);
  expect((await alice.send('DELETE', `/comments/${parent.id}`)).status).toBe(200);
  const [place] = (await replies(root.id)) as [Comment];
  expect(place).toMatchObject({ id: parent.id, body: '', removed: true, reactions: [], replyCount: 1 });
  expect(bodies(place.replies)).toEqual(['reply']);
  const mine = (await send(stack, 'GET', `/comments/user_address/${alice.address}?limit=100`)).body as Comment[];
  expect(mine.map(({ id }) => id)).not.toContain(parent.id);
  const late = await bob.send('POST', '/comments', { body: 'late', ...entity(), parentCommentID: parent.id });
  expect(late).toMatchObject({ status: 400, body: { type: 'bad request', error: 'parentCommentID was removed' } });
  expect((await bob.send('POST', `/comments/${parent.id}/reactions`)).status).toBe(404);

  expect((await admin(stack, 'DELETE', `/admin/comments/${reply.id}`)).body).toEqual({ id: reply.id, removed: true });
  expect(await replies(root.id)).toEqual([]);
  expect((await send(stack, 'GET', `/comments/${parent.id}`)).status).toBe(404);
  const [again] = (await send(stack, 'GET', '/comments?limit=1')).body as [Comment];
  expect([again.id, again.replyCount]).toEqual([root.id, 0]);
});

test('moderators: remove anybody’s comments, and are shown as such [P9]', async () => {
  const { id } = await write(alice, 'to be moderated');
  const wallet = `/admin/moderators/${bob.signer.address}`;
  expect((await admin(stack, 'PUT', wallet)).body).toEqual({ address: bob.address, moderator: true });
  expect((await admin(stack, 'PUT', wallet)).status).toBe(200);
  expect((await write(bob, 'as a moderator')).profile.isMod).toBe(true);
  expect((await bob.send('DELETE', `/comments/${id}`)).status).toBe(200);
  expect((await admin(stack, 'DELETE', wallet)).body).toEqual({ address: bob.address, moderator: false });
  const kept = await write(alice, 'not any more');
  expect((await bob.send('DELETE', `/comments/${kept.id}`)).status).toBe(403);
});

const refusal = (answer: Answer): unknown => [answer.status, answer.body];
const bad = (error: string): unknown => [400, { type: 'bad request', error }];

test.each([
  ['/comments/0', 'id must be in 1..9007199254740991'],
  ['/comments/01', 'id must be an integer'],
  ['/comments?parent_entity_type=event&parent_entity_id=1', 'parent_entity_type must be one of Event, Series, market'],
  ['/comments?parent_entity_type=Event', 'parent_entity_type and parent_entity_id are needed together'],
  [
    '/comments?parent_entity_type=Event&parent_entity_id=1&event_slug=x',
    'event_slug and parent_entity_type exclude each other',
  ],
  ['/comments?holders_only=true', 'holders_only needs parent_entity_type and parent_entity_id, or event_slug'],
  ['/comments?order=body', 'order must be one of createdAt, reactionCount, id'],
])('comments: GET %s is refused in words', async (url, error) =>
  expect(refusal(await send(stack, 'GET', url))).toEqual(bad(error)),
);

const event = () => Number(market.eventId);
const post = (body: string, parentEntityID: number) => ({ body, parentEntityType: 'Event', parentEntityID });

test.each([
  ['that no one can see', '\u200b\u3164\n\u202e', 'must not be empty'],
  ['too long', '🐢'.repeat(2001), 'must have at most 2000 characters'],
  ['with a bell', '\u0007', 'must not contain control characters other than newline'],
  ['half a character', '\ud83d', 'must be well-formed Unicode'],
])('comments: a post %s is refused in words', async (_name, body, error) =>
  expect(refusal(await alice.send('POST', '/comments', post(body, event())))).toEqual(bad(`body ${error}`)),
);

test('comments: a reply belongs to the entity of what it answers', async () => {
  const other = await addMarket(stack, 'Elsewhere?');
  const { id } = await write(alice, 'here');
  const answer = await bob.send('POST', '/comments', { ...post('x', Number(other.eventId)), parentCommentID: id });
  expect(refusal(answer)).toEqual(bad('parentCommentID belongs to another entity'));
});

test('comments: the mode of trading does not matter', async () => {
  await admin(stack, 'POST', '/admin/mode', { mode: 'disabled' });
  await write(alice, 'while trading rests');
  await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
});
