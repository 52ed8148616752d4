/** Discussions on the market feed over real sockets: messages, joins, resumes and refusals. */
import { type Comment, CommentFeedMessage } from '@bellwether/contract';
import { accountId, catalogId } from '@bellwether/engine';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent, admin, send, Trader } from '../http/testing/trader.ts';
import { FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

let venue: FeedVenue;
let alice: Trader;
let bob: Trader;

beforeAll(async () => {
  venue = await startFeedVenue({ recentFramesMax: 4, discussionsMax: 3 });
  alice = await Trader.open(venue.stack, '1');
  bob = await Trader.open(venue.stack, '2');
});
afterAll(() => venue.close());

const valid = Compile(CommentFeedMessage);

/** Returns the next message, checked against the contract. */
async function told(client: FeedClient): Promise<CommentFeedMessage> {
  const [message] = messagesOf(await client.next());
  expect([...valid.Errors(message)], JSON.stringify(message)).toEqual([]);
  return message as CommentFeedMessage;
}

async function tellings(client: FeedClient, count: number): Promise<CommentFeedMessage[]> {
  const messages: CommentFeedMessage[] = [];
  while (messages.length < count) messages.push(await told(client));
  return messages;
}

/** Creates a new discussion, so that tests do not interfere. */
async function newDiscussion(): Promise<{ readonly name: string; readonly id: number }> {
  // Writing is limited per minute.
  venue.stack.time.nowMs += 60_000;
  const [market] = await addEvent(venue.stack, [`Question ${Math.random()}`]);
  return { name: `Event:${market?.eventId}`, id: Number(market?.eventId) };
}

async function say(who: Trader, id: number, body: string, parent?: string): Promise<Comment> {
  const answer = await who.send('POST', '/comments', {
    body,
    parentEntityType: 'Event',
    parentEntityID: id,
    ...(parent !== undefined && { parentCommentID: parent }),
  });
  expect(answer.status).toBe(201);
  return answer.body as Comment;
}

async function did(answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await answer;
  expect([status, text]).toEqual([200, text]);
}

async function listed(id: number): Promise<Comment[]> {
  const path = `/comments?limit=100&offset=0&parent_entity_type=Event&parent_entity_id=${id}`;
  return (await send(venue.stack, 'GET', path)).body as Comment[];
}

describe('comments feed', () => {
  test('comments feed: a comment, a reply, a like, a report, an unlike and removals, each with the next sequence', async () => {
    const { name, id } = await newDiscussion();
    const client = await venue.subscribed({ comments: [name] });
    expect(await told(client)).toEqual({ event_type: 'discussion', discussion: name, sequence: 0 });

    const comment = await say(alice, id, 'Rain?');
    const created = await told(client);
    expect(created).toMatchObject({
      event_type: 'comment_created',
      discussion: name,
      sequence: 1,
      comment,
      states: [{ id: comment.id, gone: false, replyCount: 0 }],
    });
    expect((await listed(id))[0]).toEqual(comment);

    const reply = await say(bob, id, 'Snow.', comment.id);
    expect(await told(client)).toMatchObject({
      event_type: 'comment_created',
      sequence: 2,
      comment: { id: reply.id, parentCommentID: comment.id, replyAddress: alice.address, body: 'Snow.' },
      states: [{ id: reply.id }, { id: comment.id, replyCount: 1 }],
    });

    await did(bob.send('POST', `/comments/${comment.id}/reactions`));
    const liked = await told(client);
    const [shown] = await listed(id);
    expect(liked).toMatchObject({
      event_type: 'reaction_created',
      sequence: 3,
      reaction: shown?.reactions[0],
      states: [{ id: comment.id, reactionCount: 1, reactions: shown?.reactions }],
    });
    // A repetition changes nothing and sends no message.
    await did(bob.send('POST', `/comments/${comment.id}/reactions`));
    await did(bob.send('POST', `/comments/${comment.id}/reports`));
    expect(await told(client)).toMatchObject({
      event_type: 'comment_updated',
      sequence: 4,
      comment_id: comment.id,
      states: [{ reportCount: 1 }],
    });
    await did(admin(venue.stack, 'DELETE', `/admin/comments/${comment.id}/reports`));
    expect(await told(client)).toMatchObject({
      event_type: 'comment_updated',
      sequence: 5,
      comment_id: comment.id,
      states: [{ reportCount: 0 }],
    });
    await did(bob.send('DELETE', `/comments/${comment.id}/reactions`));
    expect(await told(client)).toMatchObject({
      event_type: 'reaction_removed',
      sequence: 6,
      reaction: { commentID: Number(comment.id), reactionType: 'HEART', userAddress: bob.address },
      states: [{ reactionCount: 0, reactions: [] }],
    });

    await did(alice.send('DELETE', `/comments/${comment.id}`));
    expect(await told(client)).toMatchObject({
      event_type: 'comment_removed',
      sequence: 7,
      comment_id: comment.id,
      states: [{ id: comment.id, removed: true, gone: false, replyCount: 1 }],
    });
    // The operator removes the last reply. The removed comment that it kept in place is gone as well.
    await did(admin(venue.stack, 'DELETE', `/admin/comments/${reply.id}`));
    expect(await told(client)).toMatchObject({
      event_type: 'comment_removed',
      sequence: 8,
      states: [
        { id: reply.id, gone: true, removed: true },
        { id: comment.id, gone: true, replyCount: 0 },
      ],
    });
    expect(await listed(id)).toEqual([]);
    await client.leave();
  });

  test('comments feed: only those who asked are told, of what they asked for, until they leave it', async () => {
    const [one, other] = [await newDiscussion(), await newDiscussion()];
    const [plain, books] = [
      await venue.subscribed({ assets_ids: [] }),
      await venue.subscribed({ assets_ids: [], comments: [] }),
    ];
    const client = await venue.subscribed({ comments: [one.name] });
    await told(client);
    await say(alice, one.id, 'First');
    await say(alice, other.id, 'Elsewhere');
    expect(await told(client)).toMatchObject({ event_type: 'comment_created', discussion: one.name, sequence: 1 });
    client.say({ operation: 'subscribe', comments: [other.name] });
    expect(await told(client)).toEqual({ event_type: 'discussion', discussion: other.name, sequence: 1 });
    client.say({ operation: 'unsubscribe', comments: [one.name, 'Event:999'] });
    expect(await client.all()).toEqual([]);
    await say(alice, one.id, 'Not for you');
    await say(alice, other.id, 'For you');
    expect(await told(client)).toMatchObject({ discussion: other.name, sequence: 2, comment: { body: 'For you' } });
    for (const without of [plain, books]) expect(await without.all()).toEqual([[]]);
    await Promise.all([plain, books, client].map((each) => each.leave()));
  });

  test('comments feed: a hidden name is not told, a shown one is', async () => {
    const { name, id } = await newDiscussion();
    const client = await venue.subscribed({ comments: [name] });
    await told(client);
    await did(alice.send('PUT', '/profile', { name: 'Rain Man', displayUsernamePublic: false }));
    await say(alice, id, 'Who am I?');
    const hidden = await told(client);
    expect(JSON.stringify(hidden)).not.toContain('Rain Man');
    await did(alice.send('PUT', '/profile', { displayUsernamePublic: true }));
    await say(alice, id, 'I am!');
    expect(await told(client)).toMatchObject({ comment: { profile: { name: 'Rain Man' } } });
    await client.leave();
  });

  test('comments feed: since brings exactly what was missed, or says that it is not kept, or never was', async () => {
    const { name, id } = await newDiscussion();
    const first = await venue.subscribed({ comments: [name] });
    await told(first);
    for (const body of ['1', '2', '3', '4', '5', '6']) await say(alice, id, body);
    expect((await tellings(first, 6)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);

    const resumed = await venue.subscribed({ comments: [name], since: { [name]: 2 } });
    expect(await tellings(resumed, 5)).toMatchObject([
      { event_type: 'discussion', sequence: 2 },
      ...['3', '4', '5', '6'].map((body) => ({ event_type: 'comment_created', comment: { body }, sequence: +body })),
    ]);
    const current = await venue.subscribed({ comments: [name], since: { [name]: 6 } });
    expect(await told(current)).toEqual({ event_type: 'discussion', discussion: name, sequence: 6 });
    const late = await venue.subscribed({ comments: [name], since: { [name]: 1 } });
    expect(await told(late)).toEqual({ event_type: 'resync', reason: 'too_old', discussion: name, sequence: 6 });
    const ahead = await venue.subscribed({ comments: [name], since: { [name]: 7 } });
    expect(await told(ahead)).toEqual({ event_type: 'resync', reason: 'ahead', discussion: name, sequence: 6 });
    await say(bob, id, 'And on');
    for (const client of [first, resumed, current, late, ahead]) {
      expect(await told(client)).toMatchObject({ event_type: 'comment_created', sequence: 7 });
    }
    await Promise.all([first, resumed, current, late, ahead].map((each) => each.leave()));
  });

  test('comments feed: the text of a removed comment is not told again to those who come back [F24]', async () => {
    const { name, id } = await newDiscussion();
    const first = await venue.subscribed({ comments: [name] });
    await told(first);
    const comment = await say(alice, id, 'A secret that slipped out');
    await did(alice.send('DELETE', `/comments/${comment.id}`));
    await tellings(first, 2);
    const late = await venue.subscribed({ comments: [name], since: { [name]: 0 } });
    expect(await tellings(late, 3)).toMatchObject([
      { event_type: 'discussion', sequence: 0 },
      { event_type: 'comment_created', comment: { id: comment.id, body: '', removed: true } },
      { event_type: 'comment_removed', states: [{ gone: true }] },
    ]);
    await Promise.all([first, late].map((each) => each.leave()));
  });

  test('comments feed: too many changes at once are left out, and everybody is told', async () => {
    const bounded = await startFeedVenue({ commentsPendingMax: 2 });
    try {
      const author = await Trader.open(bounded.stack, '3');
      const [market] = await addEvent(bounded.stack, ['How many?']);
      const name = `Event:${market?.eventId}`;
      const client = await FeedClient.open(bounded.url('market'));
      client.say({ type: 'market', comments: [name] });
      await told(client);
      const post = { body: 'One of many', parentEntityType: 'Event', parentEntityID: Number(market?.eventId) };
      const reader = bounded.stack.reader;
      // Nothing is sent while the rows are unreadable; the queue of changes is bounded.
      reader.broken = true;
      for (let count = 0; count < 3; count++) {
        await bounded.stack.exchange.submit({
          kind: 'AddComment',
          account: accountId(0),
          entity: { type: 'Event', id: catalogId(post.parentEntityID) },
          parent: null,
          body: post.body,
        });
      }
      reader.broken = false;
      expect(await told(client)).toEqual({ event_type: 'resync', reason: 'too_old', discussion: name, sequence: 3 });
      expect((await author.send('POST', '/comments', post)).status).toBe(201);
      expect(await told(client)).toMatchObject({ event_type: 'comment_created', sequence: 4 });
      expect(bounded.stack.faults.length).toBeGreaterThan(0);
      await client.leave();
    } finally {
      await bounded.close();
    }
  });

  test('comments feed: who reads too slowly loses messages, is told so once there is room, and goes on from there', async () => {
    const bounded = await startFeedVenue({ marketBufferedBytesMax: 16 * 1024 }, { isLocal: true });
    try {
      const author = await Trader.open(bounded.stack, '4');
      const [market] = await addEvent(bounded.stack, ['How slow?']);
      const name = `Event:${market?.eventId}`;
      const [slow, healthy] = [
        await FeedClient.open(bounded.url('market')),
        await FeedClient.open(bounded.url('market')),
      ];
      for (const client of [slow, healthy]) {
        client.say({ type: 'market', comments: [name] });
        await told(client);
      }
      slow.ws.pause();
      const dropped = () => bounded.feeds.figures()[0]?.dropped ?? 0;
      let sequence = 0;
      while (dropped() < 5) {
        bounded.stack.time.nowMs += 10_000;
        const post = { parentEntityType: 'Event', parentEntityID: Number(market?.eventId), body: '🐢'.repeat(2_000) };
        expect((await author.send('POST', '/comments', post)).status).toBe(201);
        expect(await told(healthy)).toMatchObject({ sequence: ++sequence });
        expect(sequence).toBeLessThan(300);
      }
      slow.ws.resume();
      const messages = [await told(slow)];
      while (messages.at(-1)?.event_type !== 'resync') messages.push(await told(slow));
      const resync = { event_type: 'resync', reason: 'slow_reader', discussion: name, sequence };
      expect(messages.at(-1)).toEqual(resync);
      expect(messages.length).toBeLessThan(sequence);
      expect((await author.send('DELETE', '/comments/1')).status).toBe(200);
      for (const client of [slow, healthy]) expect(await told(client)).toMatchObject({ sequence: sequence + 1 });
      await Promise.all([slow, healthy].map((client) => client.leave()));
    } finally {
      await bounded.close();
    }
  });

  test('comments feed: a wrong or unknown discussion, or too many, is named in the error', async () => {
    const { name } = await newDiscussion();
    const names = [
      name,
      ...(await Promise.all([newDiscussion(), newDiscussion(), newDiscussion()])).map((d) => d.name),
    ];
    for (const [message, says] of [
      [{ comments: [name, 'Event:123456'] }, 'comments: unknown discussion Event:123456'],
      [{ comments: ['Series:0'] }, 'comments: unknown discussion Series:0'],
      [{ comments: ['event:1'] }, 'comments[0]'],
      [{ comments: 'Event:1' }, 'comments'],
      [{ comments: names }, 'comments: at most 3 on a connection'],
      [{}, 'assets_ids is required'],
    ] as const) {
      const client = await venue.subscribed(message);
      expect(await client.next()).toMatchObject({
        event_type: 'error',
        code: 'invalid_subscription',
        message: expect.stringContaining(says),
      } satisfies Message);
      expect(await client.closed).toEqual({ code: 1008, reason: 'invalid subscription payload' });
    }
  });
});
