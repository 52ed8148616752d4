/** Rights: comments and profiles. */
import type { RouteName } from '@bellwether/contract';
import type { CommentId } from '@bellwether/engine';
import {
  type Actor,
  type Asked,
  account,
  comment,
  commentOf,
  KEYED,
  type Row,
  type Statuses,
  type World,
} from './rights.ts';

const marked =
  (world: World, id: number, mark: 'HEART' | 'report', who = account(world)?.id) =>
  () =>
    world.stack.exchange.state.community.marks.has(id as CommentId, who as never, mark);

const commentRow = (expected: Statuses, changes: readonly Actor[], row: (world: World, id: number) => Asked): Row => ({
  expected,
  ask: async (world) => row(world, await commentOf(world)),
  changes,
});

export const COMMUNITY_ROWS = {
  addComment: {
    expected: [401, 201, 201, 201, 401],
    ask: async (world) => {
      const parentCommentID = String(await commentOf(world));
      const about = { parentEntityType: 'Event', parentEntityID: Number(world.market.eventId), parentCommentID };
      return { body: { ...about, body: `Reply ${world.next()}.` } };
    },
  },
  removeComment: commentRow([401, 200, 403, 200, 401], ['alice', 'moderator'], (world, id) => ({
    path: `/comments/${id}`,
    fact: () => comment(world, id)?.removed,
  })),
  removeCommentsOfUser: commentRow([401, 200, 403, 200, 401], ['alice', 'moderator'], (world, id) => ({
    path: `/comments/user_address/${world.alice.address}`,
    fact: () => comment(world, id)?.removed,
  })),
  addReaction: commentRow(KEYED, ['alice'], (world, id) => ({
    path: `/comments/${id}/reactions`,
    body: {},
    fact: marked(world, id, 'HEART'),
  })),
  removeReaction: {
    expected: KEYED,
    ask: async (world) => {
      const id = await commentOf(world);
      await world.alice.send('POST', `/comments/${id}/reactions`, {});
      return { path: `/comments/${id}/reactions`, body: {}, fact: marked(world, id, 'HEART') };
    },
    changes: ['alice'],
  },
  reportComment: commentRow(KEYED, ['alice', 'bob', 'moderator'], (world, id) => ({
    path: `/comments/${id}/reports`,
    fact: () => comment(world, id)?.reported,
  })),
  dismissReports: {
    expected: [401, 403, 403, 200, 401],
    ask: async (world) => {
      const id = await commentOf(world);
      await world.bob.send('POST', `/comments/${id}/reports`);
      return { path: `/comments/${id}/reports`, fact: () => comment(world, id)?.reported };
    },
    changes: ['moderator'],
  },
  updateProfile: {
    expected: KEYED,
    ask: (world) => ({
      body: { name: `Reader ${'abcdefghijklmnop'.charAt(world.next() % 16)}${world.next()}` },
      fact: () => world.stack.exchange.state.community.names.get(account(world)?.id as never),
    }),
    changes: ['alice'],
  },
} satisfies Partial<Record<RouteName, Row>>;
