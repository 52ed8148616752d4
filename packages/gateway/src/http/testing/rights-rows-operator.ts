/** Rights: comments, profiles, and actions reserved for the operator. */
import { readFileSync } from 'node:fs';
import type { RouteName } from '@bellwether/contract';
import type { CommentId } from '@bellwether/engine';
import {
  type Actor,
  type Asked,
  account,
  comment,
  commentOf,
  freshEvent,
  funds,
  hookOf,
  type Row,
  raceOf,
  rowsOf,
  type Statuses,
  suggestionOf,
  type World,
} from './rights.ts';
import { admin } from './trader.ts';

const SUSPENDED = `0x${'5f'.repeat(20)}`;

const marked =
  (world: World, id: number, mark: 'HEART' | 'report', who = account(world)?.id) =>
  () =>
    world.stack.exchange.state.community.marks.has(id as CommentId, who as never, mark);

const commentRow = (
  expected: Statuses | undefined,
  changes: readonly Actor[],
  row: (world: World, id: number) => Asked,
): Row => ({
  ...(expected && { expected }),
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
  addSuggestion: { ask: (world) => ({ body: { title: `Will ${world.next()} come?` } }) },
  suggestions: {
    ask: async (world) => {
      await suggestionOf(world);
      return {};
    },
    shows: ({ alice }) => alice.address,
  },
  removeComment: commentRow([401, 200, 403, 200, 401], ['alice', 'moderator'], (world, id) => ({
    path: `/comments/${id}`,
    fact: () => comment(world, id)?.removed,
  })),
  removeCommentsOfUser: commentRow([401, 200, 403, 200, 401], ['alice', 'moderator'], (world, id) => ({
    path: `/comments/user_address/${world.alice.address}`,
    fact: () => comment(world, id)?.removed,
  })),
  addReaction: commentRow(undefined, ['alice'], (world, id) => ({
    path: `/comments/${id}/reactions`,
    body: {},
    fact: marked(world, id, 'HEART'),
  })),
  removeReaction: {
    ask: async (world) => {
      const id = await commentOf(world);
      await world.alice.send('POST', `/comments/${id}/reactions`, {});
      return { path: `/comments/${id}/reactions`, body: {}, fact: marked(world, id, 'HEART') };
    },
    changes: ['alice'],
  },
  reportComment: commentRow(undefined, ['alice', 'bob', 'moderator'], (world, id) => ({
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
    ask: (world) => ({
      body: { name: `Reader ${'abcdefghijklmnop'.charAt(world.next() % 16)}${world.next()}` },
      fact: () => world.stack.exchange.state.community.names.get(account(world)?.id as never),
    }),
    changes: ['alice'],
  },
} satisfies Partial<Record<RouteName, Row>>;

const payload = JSON.parse(
  readFileSync(new URL('../../../../venue/src/ops/fixtures/gamma_market.json', import.meta.url), 'utf8'),
) as object;

/** Requests that change the state each time they are sent. */
const asks = (ask: Row['ask'] & {}): Row => ({ ask });

export const OPERATOR_ROWS = {
  addTag: asks((world) => ({ body: { label: `Tag ${world.next()}` } })),
  addSeries: asks((world) => ({ body: { title: `Series ${world.next()}` } })),
  addEvent: asks((world) => ({ body: { title: `Event ${world.next()}`, markets: [{ question: 'Will it?' }] } })),
  updateEvent: asks((world) => ({ body: { title: `Title ${world.next()}` } })),
  updateMarket: asks((world) => ({ body: { description: `Text ${world.next()}` } })),
  resolveMarket: asks(async (world) => ({ path: `/admin/markets/${(await freshEvent(world)).conditionId}/resolve` })),
  resolveEvent: asks(async (world) => {
    const [first] = await raceOf(world);
    return { path: `/admin/events/${first?.eventId}/resolve`, body: { void: true } };
  }),
  addAccount: asks(() => ({ body: { address: `0x${'5e'.repeat(20)}` } })),
  ...rowsOf(
    asks((world) => ({ body: { wallet: world.alice.address, amount: '1' }, fact: funds(world) })),
    ...(['deposit', 'withdraw'] as const),
  ),
  // Its own credential: whoever has a role or none is told so.
  adminSelf: { expected: [401, 200, 200, 200, 200] },
  setRole: asks(({ maker }) => ({ body: { account: maker.address, role: 'auditor' } })),
  issueToken: asks(({ next }) => ({ body: { name: `token-${next()}`, role: 'editor', expires: 4_000_000_000 } })),
  revokeToken: asks(async ({ stack, next }) => {
    const name = `token-${next()}`;
    await admin(stack, 'POST', '/admin/tokens', { name, role: 'editor', expires: 4_000_000_000 });
    return { path: `/admin/tokens/${name}` };
  }),
  ...Object.fromEntries(
    Object.entries({ suspendAccount: ['resume', 'suspend'], resumeAccount: ['suspend', 'resume'] }).map(
      ([name, [before, verb]]) => [
        name,
        asks(async ({ stack }) => {
          const path = `/admin/accounts/${SUSPENDED}`;
          await admin(stack, 'POST', '/admin/accounts', { address: SUSPENDED });
          await admin(stack, 'POST', `${path}/${before}`, {});
          return { path: `${path}/${verb}`, body: {} };
        }),
      ],
    ),
  ),
  grant: asks((world) => ({
    body: { to: { accounts: [world.alice.address] }, amount: '1', reason: `Grant ${world.next()}` },
    fact: () => String(world.stack.exchange.state.totals.deposits),
  })),
  endStandingGrant: asks(async ({ stack, next }) => {
    const body = { to: { all: true }, amount: '1', reason: `Grant ${next()}`, every: 'joining' };
    const { grant } = (await admin(stack, 'POST', '/admin/grants', body)).body as { readonly grant: string };
    return { path: `/admin/grants/standing/${grant}`, fact: () => stack.exchange.state.grants.standing.size };
  }),
  changeHook: asks(async (world) => ({ path: `/admin/hooks/${await hookOf(world)}`, body: { tag: 'none' } })),
  renewHookSecret: asks(async (world) => ({ path: `/admin/hooks/${await hookOf(world)}/secret` })),
  removeHook: asks(async (world) => ({ path: `/admin/hooks/${await hookOf(world)}` })),
  // Nothing was given up.
  retryDigests: { ask: async () => ({ path: '/admin/digests/retry' }), changes: [] },
  retryHook: { ask: async (world) => ({ path: `/admin/hooks/${await hookOf(world)}/retry` }), changes: [] },
  // Only the receiver learns of a test.
  testHook: { ask: async (world) => ({ path: `/admin/hooks/${await hookOf(world)}/test` }), changes: [] },
  digests: { ask: async () => ({ path: '/admin/digests' }) },
  hookDeliveries: { ask: async (world) => ({ path: `/admin/hooks/${await hookOf(world)}/deliveries` }) },
  // The venue is open already.
  setMode: { ask: () => ({ body: { mode: 'open' } }), changes: [] },
  setLooks: asks((world) => ({ body: { name: `Club ${world.next()}` } })),
  importCatalog: asks(() => ({ path: '/admin/import?file=market.json', body: payload })),
  ...Object.fromEntries(
    Object.entries({ approveSuggestion: 'approve', rejectSuggestion: 'reject' } as const).map(([name, verb]) => [
      name,
      asks(async (world) => ({ path: `/admin/suggestions/${await suggestionOf(world)}/${verb}`, body: {} })),
    ]),
  ),
  addClarification: asks((world) => ({ body: { text: `Note ${world.next()}.` } })),
  removeCommentAsOperator: asks(async (world) => {
    const id = await commentOf(world);
    return { path: `/admin/comments/${id}`, fact: () => comment(world, id)?.removed };
  }),
  removeCommentsOfUserAsOperator: asks(async (world) => {
    const [id, path] = [await commentOf(world), `/admin/comments/user_address/${world.alice.address}`];
    return { path, fact: () => comment(world, id)?.removed };
  }),
  dismissReportsAsOperator: asks(async (world) => {
    const id = await commentOf(world);
    await world.bob.send('POST', `/comments/${id}/reports`);
    return { path: `/admin/comments/${id}/reports`, fact: () => comment(world, id)?.reported };
  }),
  ...Object.fromEntries(
    Object.entries({ addModerator: 'DELETE', removeModerator: 'PUT' } as const).map(([name, before]) => [
      name,
      // Bob stays without a role.
      asks(async ({ maker, stack }) => {
        const path = `/admin/moderators/${maker.address}`;
        await admin(stack, before, path);
        return { path };
      }),
    ]),
  ),
} satisfies Partial<Record<RouteName, Row>>;
