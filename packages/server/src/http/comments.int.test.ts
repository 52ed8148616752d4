/** Comments, reactions, reports and moderation over HTTP: read-your-writes, and every refusal. */
import type { Comment } from '@bellwether/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START_MS, type Stack, startStack } from './testing/stack.ts';
import { type Answer, addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

let stack: Stack;
let alice: Trader;
let bob: Trader;
let market: TestMarket;
beforeAll(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, '1');
  bob = await Trader.open(stack, '2');
  [market] = (await addEvent(stack, ['Will it rain?', 'Will it snow?'], {}, { slug: 'weather' })) as [TestMarket];
});
afterAll(() => stack.close());

const entity = () => ({ parentEntityType: 'Event', parentEntityID: Number(market.eventId) });

/** Writes a comment, five seconds after the previous call. */
async function write(author: Trader, body: string, parentCommentID?: string): Promise<Comment> {
  stack.time.nowMs += 5_000;
  const answer = await author.send('POST', '/comments', {
    body,
    ...entity(),
    ...(parentCommentID !== undefined && { parentCommentID }),
  });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body as Comment;
}

const replies = async (id: string, query = ''): Promise<Comment[]> =>
  (await send(stack, 'GET', `/comments/${id}${query}`)).body as Comment[];
const bodies = (list: readonly { readonly body: string }[]): string[] => list.map(({ body }) => body);

describe('reading and writing', () => {
  test('comments: what is written is answered whole and read back at once', async () => {
    const comment = await write(alice, '  <script>alert("x")</script>\r\n👩‍🚀\tשלום  ');
    const { profile, ...rest } = comment;
    const time = new Date(stack.time.nowMs).toISOString();
    expect(rest).toEqual({
      id: comment.id,
      body: '<script>alert("x")</script>\n👩‍🚀 שלום',
      ...entity(),
      parentCommentID: '',
      userAddress: alice.address,
      replyAddress: '',
      createdAt: time,
      updatedAt: time,
      reactions: [],
      reportCount: 0,
      reactionCount: 0,
      replyCount: 0,
      removed: false,
      replies: [],
    });
    expect(profile).toMatchObject({ name: '', bio: '', baseAddress: alice.address, displayUsernamePublic: true });
    expect(profile).toMatchObject({ isMod: false, isCreator: false, positions: [], profileImage: '' });
    expect(profile.pseudonym).toMatch(/^[A-Z][a-z]+-[A-Z][a-z]+$/);
    expect(comment.id).toMatch(/^[1-9][0-9]*$/);
    const listed = await send(stack, 'GET', `/comments/user_address/${alice.signer.address}`);
    expect((listed.body as Comment[])[0]).toEqual(comment);
    expect(listed.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await send(stack, 'GET', `/comments/user_address/${profile.proxyWallet}`)).body).toEqual(listed.body);
  });

  test('comments: a thread of five levels shows three at a time, oldest first [P8]', async () => {
    const root = await write(alice, 'level 0');
    const first = await write(bob, 'level 1', root.id);
    const second = await write(alice, 'level 2', first.id);
    const third = await write(bob, 'level 3', second.id);
    const fourth = await write(alice, 'level 4', third.id);
    await write(bob, 'level 1, later', root.id);
    expect(fourth.replyAddress).toBe(bob.address);
    const [one, later] = (await replies(root.id)) as [Comment, Comment];
    expect([one.id, later.body, one.replyCount, one.parentCommentID]).toEqual([first.id, 'level 1, later', 1, root.id]);
    expect(one.replyAddress).toBe(alice.address);
    const two = one.replies[0];
    const three = two?.replies[0];
    expect([two?.id, three?.id, three?.replyCount, three?.replies]).toEqual([second.id, third.id, 1, []]);
    expect(bodies(await replies(third.id))).toEqual(['level 4']);
    expect(await replies(fourth.id)).toEqual([]);
    expect(bodies(await replies(root.id, '?limit=1'))).toEqual(['level 1']);
    expect(bodies(await replies(root.id, '?limit=1&offset=1'))).toEqual(['level 1, later']);
    expect(bodies(await replies(root.id, '?offset=2'))).toEqual([]);
  });

  test('comments: below a comment of a list its five oldest replies are shown, and three below each of those', async () => {
    const root = await write(alice, 'many');
    const first = await write(bob, 'parent', root.id);
    for (let index = 0; index < 12; index++) await write(index % 2 === 0 ? alice : bob, `reply ${index}`, first.id);
    const [one] = (await replies(root.id)) as [Comment];
    expect(one.replyCount).toBe(12);
    expect(bodies(one.replies)).toEqual(Array.from({ length: 5 }, (_, index) => `reply ${index}`));
    expect(await replies(first.id)).toHaveLength(12);
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

  test('comments: of an entity, top level only, in every order', async () => {
    const [other] = (await addEvent(stack, ['Alone?'], {}, { slug: 'alone' })) as [TestMarket];
    const at = { parentEntityType: 'Event', parentEntityID: Number(other.eventId) };
    const ids: string[] = [];
    for (const body of ['one', 'two', 'three']) {
      stack.time.nowMs += 5_000;
      ids.push(((await alice.send('POST', '/comments', { body, ...at })).body as Comment).id);
    }
    await bob.send('POST', '/comments', { body: 'a reply', ...at, parentCommentID: Number(ids[0]) });
    await bob.send('POST', `/comments/${ids[1]}/reactions`);
    const list = async (query: string): Promise<string[]> => {
      const answer = await send(stack, 'GET', `/comments?${query}`);
      return answer.status === 200 ? bodies(answer.body as Comment[]) : [answer.text];
    };
    const byId = `parent_entity_type=Event&parent_entity_id=${other.eventId}`;
    expect(await list(byId)).toEqual(['three', 'two', 'one']);
    expect(await list('event_slug=alone&ascending=true&order=createdAt')).toEqual(['one', 'two', 'three']);
    expect(await list(`${byId}&order=reactionCount`)).toEqual(['two', 'three', 'one']);
    expect(await list(`${byId}&order=id&limit=1&offset=1`)).toEqual(['two']);
    expect((await list('limit=3'))[0]).toBe('three');
    expect(await list('event_slug=nowhere')).toEqual([]);
    expect(await list('parent_entity_type=Series&parent_entity_id=1')).toEqual([]);
    expect(await list(`${byId}&holders_only=true`)).toEqual([]);
    await alice.send('POST', '/positions/split', { conditionId: other.conditionId, amount: '7.5' });
    expect(await list(`${byId}&holders_only=true`)).toEqual(['three', 'two', 'one']);
    const [comment] = (await send(stack, 'GET', `/comments?${byId}`)).body as [Comment];
    expect(comment.profile.positions.map(({ positionSize }) => positionSize)).toEqual(['7500000', '7500000']);
    expect(new Set(comment.profile.positions.map(({ tokenId }) => tokenId))).toEqual(new Set([other.yes, other.no]));
  });

  test('comments: under a market and a series; the author who created the event is shown as such', async () => {
    const series = await admin(stack, 'POST', '/admin/series', { title: 'Weekly', slug: 'weekly' });
    const seriesId = Number((series.body as { id: string }).id);
    const [own] = (await addEvent(stack, ['Mine?'], {}, { slug: 'mine', creator: alice.address })) as [TestMarket];
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
});

describe('reactions and reports', () => {
  test('reactions: one each, taken back and given again', async () => {
    const { id } = await write(alice, 'like me');
    const react = (who: Trader, method: 'POST' | 'DELETE', body?: unknown) =>
      who.send(method, `/comments/${id}/reactions`, body);
    const first = (await react(bob, 'POST', { reactionType: 'HEART' })).body as Comment;
    expect(first.reactionCount).toBe(1);
    expect(first.reactions).toEqual([
      {
        id: first.reactions[0]?.id,
        commentID: Number(id),
        reactionType: 'HEART',
        userAddress: bob.address,
        createdAt: new Date(stack.time.nowMs).toISOString(),
      },
    ]);
    expect((await react(bob, 'POST')).body).toEqual(first);
    expect(((await react(alice, 'POST', {})).body as Comment).reactionCount).toBe(2);
    expect(((await react(bob, 'DELETE')).body as Comment).reactions.map(({ userAddress }) => userAddress)).toEqual([
      alice.address,
    ]);
    expect(((await react(bob, 'DELETE')).body as Comment).reactionCount).toBe(1);
    expect(await react(bob, 'POST', { reactionType: 'ANGER' })).toMatchObject({
      status: 400,
      body: { type: 'bad request', error: 'reactionType must be one of HEART' },
    });
  });

  test('reports: an account counts once', async () => {
    const { id } = await write(alice, 'report me');
    const report = async (who: Trader) =>
      ((await who.send('POST', `/comments/${id}/reports`)).body as Comment).reportCount;
    expect([await report(bob), await report(bob), await report(alice)]).toEqual([1, 1, 2]);
  });
});

describe('removal', () => {
  test('removal: without replies a comment is gone, with replies its place stays until the last of them goes [P9]', async () => {
    const root = await write(alice, 'root');
    const parent = await write(alice, 'has replies', root.id);
    const reply = await write(bob, 'reply', parent.id);
    const leaf = await write(bob, 'leaf', root.id);
    await bob.send('POST', `/comments/${parent.id}/reactions`);
    expect(await alice.send('DELETE', `/comments/${leaf.id}`)).toMatchObject({
      status: 403,
      body: { type: 'forbidden', error: 'only its author or a moderator may remove a comment' },
    });
    expect(await bob.send('DELETE', `/comments/${leaf.id}`)).toMatchObject({
      status: 200,
      body: { id: leaf.id, removed: true },
    });
    expect(bodies(await replies(root.id))).toEqual(['has replies']);
    expect((await send(stack, 'GET', `/comments/${leaf.id}`)).status).toBe(404);

    expect((await alice.send('DELETE', `/comments/${parent.id}`)).status).toBe(200);
    expect((await alice.send('DELETE', `/comments/${parent.id}`)).status).toBe(200);
    const [place] = (await replies(root.id)) as [Comment];
    expect(place).toMatchObject({
      id: parent.id,
      body: '',
      removed: true,
      reactionCount: 0,
      reactions: [],
      replyCount: 1,
    });
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
    expect(await admin(stack, 'PUT', `/admin/moderators/0x${'9'.repeat(40)}`)).toMatchObject({
      status: 400,
      body: { code: 'unknown_wallet' },
    });
    expect(await admin(stack, 'DELETE', '/admin/comments/123456')).toMatchObject({
      status: 404,
      body: { error: 'id not found' },
    });
  });
});

describe('refusals', () => {
  const refusal = (answer: Answer): unknown => [answer.status, answer.body];
  const bad = (error: string): unknown => [400, { type: 'bad request', error }];
  const missing = [404, { type: 'not found error', error: 'id not found' }];

  test.each([
    ['/comments/0', bad('id must be in 1..9007199254740991')],
    ['/comments/x', bad('id must be an integer')],
    ['/comments/01', bad('id must be an integer')],
    ['/comments/99999', missing],
    ['/comments/9007199254740991', missing],
    ['/comments/1?limit=0', bad('limit must be in 1..100')],
    ['/comments/1?limit=101', bad('limit must be in 1..100')],
    ['/comments/1?offset=-1', bad('offset must be in 0..9007199254740991')],
    ['/comments/1?order=id', bad('unknown parameter: order')],
    ['/comments/user_address/nobody', bad('user_address must be 0x followed by 40 hex digits')],
    [`/comments/user_address/0x${'9'.repeat(40)}`, missing],
    ['/comments/user_address/0x1?limit=1000', bad('limit must be in 1..100')],
    [
      '/comments?parent_entity_type=event&parent_entity_id=1',
      bad('parent_entity_type must be one of Event, Series, market'),
    ],
    ['/comments?parent_entity_type=Event', bad('parent_entity_type and parent_entity_id are needed together')],
    ['/comments?parent_entity_id=1', bad('parent_entity_type and parent_entity_id are needed together')],
    [
      '/comments?parent_entity_type=Event&parent_entity_id=1&event_slug=x',
      bad('event_slug and parent_entity_type exclude each other'),
    ],
    ['/comments?holders_only=true', bad('holders_only needs parent_entity_type and parent_entity_id, or event_slug')],
    ['/comments?order=body', bad('order must be one of createdAt, reactionCount, id')],
    ['/comments?get_positions=true', bad('unknown parameter: get_positions')],
  ])('comments: GET %s is refused in words', async (url, expected) => {
    expect(refusal(await send(stack, 'GET', url))).toEqual(expected);
  });

  const event = () => Number(market.eventId);
  test.each<[string, (ids: { event: number }) => unknown, unknown]>([
    ['without a body', ({ event: id }) => ({ parentEntityType: 'Event', parentEntityID: id }), bad('body is required')],
    ['blank', ({ event: id }) => post('  \n ', id), bad('body must not be empty')],
    ['that no one can see', ({ event: id }) => post('\u200b\u3164\n\u202e', id), bad('body must not be empty')],
    ['too long', ({ event: id }) => post('🐢'.repeat(2001), id), bad('body must have at most 2000 characters')],
    [
      'with a bell',
      ({ event: id }) => post('\u0007', id),
      bad('body must not contain control characters other than newline'),
    ],
    ['half a character', ({ event: id }) => post('\ud83d', id), bad('body must be well-formed Unicode')],
    [
      'under a user',
      ({ event: id }) => ({ ...post('x', id), parentEntityType: 'User' }),
      bad('parentEntityType must be one of Event, Series, market'),
    ],
    [
      'under nothing',
      () => post('x', 5),
      [404, { type: 'not found error', error: 'parentEntityID not found: there is no Event 5' }],
    ],
    [
      'to no one',
      ({ event: id }) => ({ ...post('x', id), parentCommentID: '99999' }),
      [404, { type: 'not found error', error: 'parentCommentID not found' }],
    ],
    ['with a field more', ({ event: id }) => ({ ...post('x', id), media: [] }), bad('unknown field "media"')],
    ['no JSON', () => '{"body":', undefined],
  ])('comments: a post %s is refused in words', async (_name, body, expected) => {
    const answer = await alice.send('POST', '/comments', body({ event: event() }));
    if (expected === undefined)
      expect([answer.status, (answer.body as { type: string }).type]).toEqual([400, 'bad request']);
    else expect(refusal(answer)).toEqual(expected);
  });

  const post = (body: string, parentEntityID: number) => ({ body, parentEntityType: 'Event', parentEntityID });

  test('comments: a reply belongs to the entity of what it answers', async () => {
    const [other] = (await addEvent(stack, ['Elsewhere?'])) as [TestMarket];
    const { id } = await write(alice, 'here');
    const answer = await bob.send('POST', '/comments', { ...post('x', Number(other.eventId)), parentCommentID: id });
    expect(refusal(answer)).toEqual(bad('parentCommentID belongs to another entity'));
  });

  test('comments: two thousand characters are taken as they are', async () => {
    const body = '🐢'.repeat(2000);
    expect((await write(alice, body)).body).toBe(body);
  });

  test('comments: the twenty-first within a minute waits, and is told how long', async () => {
    const eve = await Trader.open(stack, '6');
    for (let index = 0; index < 20; index++) {
      expect((await eve.send('POST', '/comments', post('again', event()))).status).toBe(201);
    }
    stack.time.nowMs += 18_500;
    const answer = await eve.send('POST', '/comments', post('again', event()));
    expect(refusal(answer)).toEqual([429, { type: 'rate limited', error: 'too many comments: at most 20 a minute' }]);
    expect(answer.headers['retry-after']).toBe('42');
    expect((await alice.send('POST', '/comments', post('not mine', event()))).status).toBe(201);
    stack.time.nowMs += 41_500;
    expect((await eve.send('POST', '/comments', post('again', event()))).status).toBe(201);
  });

  test('comments: no one writes without a key, and the mode of trading does not matter', async () => {
    for (const [method, path] of [
      ['POST', '/comments'],
      ['DELETE', '/comments/1'],
      ['POST', '/comments/1/reactions'],
      ['DELETE', '/comments/1/reactions'],
      ['POST', '/comments/1/reports'],
      ['DELETE', '/comments/1/reports'],
      ['PUT', '/profile'],
    ] as const) {
      const answer = await send(stack, method, path, {});
      expect([answer.status, (answer.body as { type: string }).type]).toEqual([401, 'unauthorized']);
    }
    for (const [method, path] of [
      ['DELETE', '/admin/comments/1'],
      ['DELETE', '/admin/comments/1/reports'],
      ['GET', '/admin/moderators'],
    ] as const) {
      expect((await send(stack, method, path)).status).toBe(401);
    }
    await admin(stack, 'POST', '/admin/mode', { mode: 'disabled' });
    await write(alice, 'while trading rests');
    await admin(stack, 'POST', '/admin/mode', { mode: 'open' });
    expect(stack.time.nowMs).toBeGreaterThan(START_MS);
    expect(stack.faults).toEqual([]);
  });
});
