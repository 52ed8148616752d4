import type { Comment, CommentFeedMessage } from '@bellwether/contract';
import { accountId, catalogId } from '@bellwether/engine';
import { addEvent, admin, send, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, expect, test } from 'vitest';
import { expectRefused, openFeedVenue, startFeedVenue } from '../testing/feed-venue.ts';

const venue = await startFeedVenue({ recentFramesMax: 4, discussionsMax: 3 });
const alice = await Trader.open(venue.stack, '1');
const bob = await Trader.open(venue.stack, '2');
afterAll(() => venue.close());

const follow = (names: readonly string[], more: object = {}) =>
  venue.subscribed<CommentFeedMessage>({ comments: names, ...more });

/** Creates a new discussion, so that tests do not interfere. */
async function newDiscussion(): Promise<{ readonly name: string; readonly id: number }> {
  // Writing is limited per minute.
  venue.stack.time.nowMs += 60_000;
  const [market] = await addEvent(venue.stack, [`Question ${Math.random()}`]);
  return { name: `Event:${market?.eventId}`, id: Number(market?.eventId) };
}

async function say(who: Trader, id: number, body: string, parent?: string): Promise<Comment> {
  const place = { parentEntityType: 'Event', parentEntityID: id, ...(parent && { parentCommentID: parent }) };
  const answer = await who.send('POST', '/comments', { body, ...place });
  expect(answer.status).toBe(201);
  return answer.body as Comment;
}

async function did(answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await answer;
  expect(status, text).toBe(200);
}

async function listed(id: number): Promise<Comment[]> {
  const path = `/comments?limit=100&offset=0&parent_entity_type=Event&parent_entity_id=${id}`;
  return (await send(venue.stack, 'GET', path)).body as Comment[];
}

test('comments feed: a comment, a reply, a like, a report, an unlike and removals, each with the next sequence', async () => {
  const { name, id } = await newDiscussion();
  const client = await follow([name]);
  expect(await client.next()).toEqual({ event_type: 'discussion', discussion: name, sequence: 0 });

  const comment = await say(alice, id, 'Rain?');
  const told: unknown[] = [await client.next()];
  expect((await listed(id))[0]).toEqual(comment);
  const reply = await say(bob, id, 'Snow.', comment.id);
  told.push(await client.next());
  const act = async (answer: Parameters<typeof did>[0]): Promise<void> => {
    await did(answer);
    told.push(await client.next());
  };
  const path = `/comments/${comment.id}`;
  await act(bob.send('POST', `${path}/reactions`));
  const [shown] = await listed(id);
  // A repetition changes nothing and sends no message.
  await did(bob.send('POST', `${path}/reactions`));
  await act(bob.send('POST', `${path}/reports`));
  await act(admin(venue.stack, 'DELETE', `/admin${path}/reports`));
  await act(bob.send('DELETE', `${path}/reactions`));
  await act(alice.send('DELETE', path));
  // The operator removes the last reply. The removed comment that it kept in place is gone as well.
  await act(admin(venue.stack, 'DELETE', `/admin/comments/${reply.id}`));
  expect(await listed(id)).toEqual([]);
  const kinds = ['comment_created', 'comment_updated', 'comment_removed'];
  const [created, updated, removed] = kinds.map((event_type) => ({ event_type, discussion: name }));
  const answer = { id: reply.id, parentCommentID: comment.id, replyAddress: alice.address, body: 'Snow.' };
  const like = { commentID: Number(comment.id), reactionType: 'HEART', userAddress: bob.address };
  const liked = { id: comment.id, reactionCount: 1, reactions: shown?.reactions };
  const own = { id: comment.id, gone: false };
  expect(told).toMatchObject([
    { ...created, sequence: 1, comment, states: [{ ...own, replyCount: 0 }] },
    { ...created, sequence: 2, comment: answer, states: [{ id: reply.id }, { ...own, replyCount: 1 }] },
    { event_type: 'reaction_created', sequence: 3, reaction: shown?.reactions[0], states: [liked] },
    { ...updated, sequence: 4, comment_id: comment.id, states: [{ reportCount: 1 }] },
    { ...updated, sequence: 5, comment_id: comment.id, states: [{ reportCount: 0 }] },
    { event_type: 'reaction_removed', sequence: 6, reaction: like, states: [{ reactionCount: 0, reactions: [] }] },
    { ...removed, sequence: 7, comment_id: comment.id, states: [{ ...own, removed: true, replyCount: 1 }] },
    {
      ...removed,
      sequence: 8,
      states: [
        { id: reply.id, gone: true, removed: true },
        { id: comment.id, gone: true, replyCount: 0 },
      ],
    },
  ]);
});

test('comments feed: only those who asked are told, of what they asked for, until they leave it', async () => {
  const [one, other] = [await newDiscussion(), await newDiscussion()];
  const [plain, books] = [await venue.subscribed({ assets_ids: [] }), await follow([], { assets_ids: [] })];
  const client = await follow([one.name]);
  await client.next();
  await say(alice, one.id, 'First');
  await say(alice, other.id, 'Elsewhere');
  expect(await client.next()).toMatchObject({ event_type: 'comment_created', discussion: one.name, sequence: 1 });
  client.say({ operation: 'subscribe', comments: [other.name] });
  expect(await client.next()).toEqual({ event_type: 'discussion', discussion: other.name, sequence: 1 });
  client.say({ operation: 'unsubscribe', comments: [one.name, 'Event:999'] });
  expect(await client.all()).toEqual([]);
  await say(alice, one.id, 'Not for you');
  await say(alice, other.id, 'For you');
  expect(await client.next()).toMatchObject({ discussion: other.name, sequence: 2, comment: { body: 'For you' } });
  for (const without of [plain, books]) expect(await without.all()).toEqual([[]]);
});

test('comments feed: a hidden name is not told, a shown one is', async () => {
  const { name, id } = await newDiscussion();
  const client = await follow([name]);
  await client.next();
  await did(alice.send('PUT', '/profile', { name: 'Rain Man', displayUsernamePublic: false }));
  await say(alice, id, 'Who am I?');
  expect(JSON.stringify(await client.next())).not.toContain('Rain Man');
  await did(alice.send('PUT', '/profile', { displayUsernamePublic: true }));
  await say(alice, id, 'I am!');
  expect(await client.next()).toMatchObject({ comment: { profile: { name: 'Rain Man' } } });
});

test('comments feed: since brings what was missed, but not the text of a removed comment, or says that it is not kept, or never was [F24]', async () => {
  const { name, id } = await newDiscussion();
  const first = await follow([name]);
  await first.next();
  const comment = await say(alice, id, 'A secret that slipped out');
  await did(alice.send('DELETE', `/comments/${comment.id}`));
  await first.take(2);
  const late = await follow([name], { since: { [name]: 0 } });
  expect(await late.take(3)).toMatchObject([
    { event_type: 'discussion', sequence: 0 },
    { event_type: 'comment_created', comment: { id: comment.id, body: '', removed: true } },
    { event_type: 'comment_removed', states: [{ gone: true }] },
  ]);
  for (const body of ['3', '4', '5', '6']) await say(alice, id, body);
  const resumed = await follow([name], { since: { [name]: 2 } });
  expect((await resumed.take(5)).map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6]);
  for (const [since, reason] of [
    [1, 'too_old'],
    [7, 'ahead'],
  ] as const) {
    const client = await follow([name], { since: { [name]: since } });
    expect(await client.next()).toEqual({ event_type: 'resync', reason, discussion: name, sequence: 6 });
  }
});

test('comments feed: too many changes at once are left out, and everybody is told', async () => {
  const { stack, subscribed } = await openFeedVenue({ commentsPendingMax: 2 });
  const author = await Trader.open(stack, '3');
  const [market] = await addEvent(stack, ['How many?']);
  const [name, id] = [`Event:${market?.eventId}`, Number(market?.eventId)];
  const client = await subscribed({ comments: [name] });
  await client.next();
  const entity = { type: 'Event', id: catalogId(id) } as const;
  // Nothing is sent while the rows are unreadable; the queue of changes is bounded.
  stack.reader.broken = true;
  for (let count = 0; count < 3; count++)
    await stack.exchange.submit({ kind: 'AddComment', account: accountId(0), entity, parent: null, body: 'One' });
  stack.reader.broken = false;
  expect(await client.next()).toEqual({ event_type: 'resync', reason: 'too_old', discussion: name, sequence: 3 });
  const post = { body: 'One of many', parentEntityType: 'Event', parentEntityID: id };
  expect((await author.send('POST', '/comments', post)).status).toBe(201);
  expect(await client.next()).toMatchObject({ event_type: 'comment_created', sequence: 4 });
  expect(stack.faults.length).toBeGreaterThan(0);
});

test('comments feed: a wrong or unknown discussion, or too many, is named in the error', async () => {
  const { name } = await newDiscussion();
  const names = [name, ...(await Promise.all(Array.from({ length: 3 }, newDiscussion))).map((each) => each.name)];
  for (const [message, says] of [
    [{ comments: [name, 'Event:123456'] }, 'comments: unknown discussion Event:123456'],
    [{ comments: ['Series:0'] }, 'comments: unknown discussion Series:0'],
    [{ comments: ['event:1'] }, 'comments[0]'],
    [{ comments: 'Event:1' }, 'comments'],
    [{ comments: names }, 'comments: at most 3 on a connection'],
    [{}, 'assets_ids is required'],
  ] as const)
    await expectRefused(await venue.subscribed(message), says);
});
