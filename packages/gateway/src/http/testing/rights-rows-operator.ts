/** Rights: comments, profiles, and actions reserved for the operator. */
import { readFileSync } from 'node:fs';
import type { RouteName } from '@bellwether/contract';
import type { CommentId } from '@bellwether/engine';
import {
  type Actor,
  type Asked,
  account,
  CREATED,
  comment,
  commentOf,
  freshEvent,
  funds,
  KEYED,
  OPERATOR,
  type Row,
  rowsOf,
  type Statuses,
  stateOf,
  type World,
} from './rights.ts';
import { addEvent, admin } from './trader.ts';

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

const operators = (row: (world: World) => Asked | Promise<Asked>, expected = OPERATOR): Row => ({
  expected,
  ask: row,
  changes: ['operator'],
});

const payload = JSON.parse(
  readFileSync(new URL('../../../../venue/src/ops/fixtures/gamma_market.json', import.meta.url), 'utf8'),
) as object;

export const OPERATOR_ROWS = {
  addTag: operators((world) => ({ body: { label: `Tag ${world.next()}` }, fact: stateOf(world) }), CREATED),
  addSeries: operators((world) => ({ body: { title: `Series ${world.next()}` }, fact: stateOf(world) }), CREATED),
  addEvent: operators(
    (world) => ({
      body: { title: `Event ${world.next()}`, markets: [{ question: 'Will it?' }] },
      fact: stateOf(world),
    }),
    CREATED,
  ),
  updateEvent: operators(async (world) => {
    const { eventId } = await freshEvent(world);
    return { path: `/admin/events/${eventId}`, body: { title: `Title ${world.next()}` }, fact: stateOf(world) };
  }),
  updateMarket: operators(async (world) => {
    const { conditionId } = await freshEvent(world);
    const body = { description: `Text ${world.next()}` };
    return { path: `/admin/markets/${conditionId}`, body, fact: stateOf(world) };
  }),
  resolveMarket: operators(async (world) => {
    const { conditionId } = await freshEvent(world);
    return { path: `/admin/markets/${conditionId}/resolve`, body: { winner: 'Yes' }, fact: stateOf(world) };
  }),
  resolveEvent: operators(async (world) => {
    const title = `Race ${world.next()}`;
    const negRisk = { negRisk: true };
    const [first] = await addEvent(world.stack, [`${title}, one?`, `${title}, two?`], negRisk, { title, ...negRisk });
    return { path: `/admin/events/${first?.eventId}/resolve`, body: { void: true }, fact: stateOf(world) };
  }),
  addAccount: operators((world) => ({
    body: { address: `0x${'5e'.repeat(20)}` },
    fact: () => world.stack.exchange.state.accounts.length,
  })),
  ...rowsOf(
    operators((world) => ({ body: { wallet: world.alice.address, amount: '1' }, fact: funds(world) })),
    ...(['deposit', 'withdraw'] as const),
  ),
  setMode: { expected: OPERATOR, ask: () => ({ body: { mode: 'open' } }) },
  importCatalog: operators((world) => {
    return { path: '/admin/import?file=market.json', body: payload, fact: stateOf(world) };
  }),
  removeCommentAsOperator: operators(async (world) => {
    const id = await commentOf(world);
    return { path: `/admin/comments/${id}`, fact: () => comment(world, id)?.removed };
  }),
  removeCommentsOfUserAsOperator: operators(async (world) => {
    const [id, path] = [await commentOf(world), `/admin/comments/user_address/${world.alice.address}`];
    return { path, fact: () => comment(world, id)?.removed };
  }),
  dismissReportsAsOperator: operators(async (world) => {
    const id = await commentOf(world);
    await world.bob.send('POST', `/comments/${id}/reports`);
    return { path: `/admin/comments/${id}/reports`, fact: () => comment(world, id)?.reported };
  }),
  addModerator: operators(async (world) => {
    await admin(world.stack, 'DELETE', `/admin/moderators/${world.bob.address}`);
    return { path: `/admin/moderators/${world.bob.address}`, fact: stateOf(world) };
  }),
  removeModerator: operators(async (world) => {
    await admin(world.stack, 'PUT', `/admin/moderators/${world.bob.address}`);
    return { path: `/admin/moderators/${world.bob.address}`, fact: stateOf(world) };
  }),
  ...rowsOf({ expected: OPERATOR }, 'moderators', 'adminComments', 'adminEvents', 'venueHealth'),
} satisfies Partial<Record<RouteName, Row>>;
