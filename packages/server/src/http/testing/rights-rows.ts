/**
 * Who may do what, route by route: no one, Alice on what is hers, Bob on what is Alice's, a moderator, and the operator's
 * token. The statuses are written down from the documents by hand. Each row acts on an object that Alice has just made.
 */
import { readFileSync } from 'node:fs';
import type { RouteName } from '@bellwether/contract';
import type { CommentId, OrderId } from '@bellwether/engine';
import { walletHeaders } from '@bellwether/sdk';
import { catalogRows } from './rights-rows-catalog.ts';
import { SIGN_IN, type Stack } from './stack.ts';
import { addEvent, admin, type TestMarket, Trader } from './trader.ts';

export const ACTORS = ['no one', 'alice', 'bob', 'moderator', 'operator'] as const;
export type Actor = (typeof ACTORS)[number];
type Statuses = readonly [noOne: number, alice: number, bob: number, moderator: number, operator: number];

const OPEN: Statuses = [200, 200, 200, 200, 200];
/** Under a key: each with its own. */
const KEYED: Statuses = [401, 200, 200, 200, 401];
const OPERATOR: Statuses = [401, 401, 401, 401, 200];
const CREATED: Statuses = [401, 401, 401, 401, 201];

export interface World {
  readonly stack: Stack;
  readonly alice: Trader;
  readonly bob: Trader;
  readonly moderator: Trader;
  readonly market: TestMarket;
  readonly negRisk: readonly TestMarket[];
  readonly tagId: string;
  readonly seriesId: string;
  /** A fresh number, for names. */
  next(): number;
}

/** A request, and what of Alice's it is about. */
export interface Asked {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by this trader instead of the actor's own. */
  readonly as?: Trader;
  /** Looked at before and after. */
  readonly fact?: () => unknown;
}

export interface Row {
  readonly expected: Statuses;
  readonly ask?: (world: World, actor: Actor) => Asked | Promise<Asked>;
  /** Whose request changes the fact; the others' must leave it as it was. */
  readonly changes?: readonly Actor[];
  /** A private read: Alice is shown this of hers, the others are not. */
  readonly shows?: (world: World) => string;
}

const open = (path?: (world: World) => string, body?: (world: World) => unknown): Row => ({
  expected: OPEN,
  ask: (world) => ({ ...(path && { path: path(world) }), ...(body && { body: body(world) }) }),
});
const own = (path: string, shows?: Row['shows']): Row => ({
  expected: KEYED,
  ask: () => ({ path }),
  ...(shows && { shows }),
});
const refused = (): Row => ({ expected: [401, 400, 400, 400, 401] });
const tokens = (world: World) => [{ token_id: world.market.yes }];
const byToken = (path: string, more = ''): Row => open((world) => `${path}?token_id=${world.market.yes}${more}`);

/** An order of Alice's that rests. */
export async function restingOrder({ alice, market, next }: World): Promise<string> {
  return (await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: String(5 + next()) })).orderID;
}
export async function commentOf({ alice, market, next }: World): Promise<number> {
  const about = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
  const answer = await alice.send('POST', '/comments', { ...about, body: `Comment ${next()}.` });
  return Number((answer.body as { readonly id: string }).id);
}
const isOpen =
  ({ stack }: World, id: string) =>
  () =>
    [...stack.exchange.state.openOrders.values()].some(({ orderId }) => orderId === (id as OrderId));
const comment = ({ stack }: World, id: number) => stack.exchange.state.community.comments.get(id as CommentId);
const account = ({ stack, alice }: World) => {
  const { accounts, accountsByAddress } = stack.exchange.state;
  return accounts[accountsByAddress.get(alice.address as never) ?? -1];
};
const marked =
  (world: World, id: number, mark: 'HEART' | 'report', who = account(world)?.id) =>
  () =>
    world.stack.exchange.state.community.marks.has(id as CommentId, who as never, mark);
/** Balances and positions of Alice's own wallet, as she reads them. */
const funds =
  ({ alice }: World) =>
  async () =>
    (await alice.send('GET', '/account')).text;

const cancel = (body: (world: World, id: string) => unknown, changes: readonly Actor[] = ['alice']): Row => ({
  expected: KEYED,
  ask: async (world) => {
    const id = await restingOrder(world);
    return { body: body(world, id), fact: isOpen(world, id) };
  },
  changes,
});
const placement = (wrap: (body: unknown) => unknown, expected: Statuses): Row => ({
  expected,
  ask: async (world) => {
    const size = String(5 + world.next());
    const signed = await world.alice.sign({ tokenId: world.market.yes, side: 'BUY', price: '0.2', size });
    return { body: wrap(signed.body), fact: isOpen(world, signed.orderId) };
  },
  changes: ['alice'],
});
const position = (body: (world: World) => object): Row => ({
  expected: [401, 200, 400, 400, 401],
  ask: async (world) => {
    await world.alice.send('POST', '/positions/split', { conditionId: world.market.conditionId, amount: '2' });
    await world.alice.send('POST', '/positions/split', { conditionId: world.negRisk[0]?.conditionId, amount: '2' });
    return { body: { ...body(world), wallet: world.alice.address }, fact: funds(world) };
  },
  changes: ['alice'],
});
const commentRow = (expected: Statuses, changes: readonly Actor[], row: (world: World, id: number) => Asked): Row => ({
  expected,
  ask: async (world) => row(world, await commentOf(world)),
  changes,
});
const operators = (row: (world: World) => Asked | Promise<Asked>, expected = OPERATOR): Row => ({
  expected,
  ask: row,
  changes: ['operator'],
});
const signIn = (method: 'POST' | 'GET'): Row => ({
  // Whoever is not Alice signs with a key of their own and says to be her.
  expected: [401, 200, 401, 401, 401],
  ask: async (world, actor) => {
    if (actor === 'no one' || actor === 'operator') return {};
    const second = world.stack.nextSecond(`sign in ${method} ${actor}`);
    const headers = await walletHeaders(world[actor].signer, SIGN_IN, second - 30, method === 'GET' ? 0 : 1);
    return { headers: { ...headers, SERVICE_ADDRESS: world.alice.address } };
  },
});
const freshEvent = async ({ stack, next }: World): Promise<TestMarket> => {
  const [market] = await addEvent(stack, [`Question ${next()}?`]);
  if (market === undefined) throw new Error('an event came without its market');
  return market;
};
const stateOf =
  ({ stack }: World) =>
  () =>
    stack.exchange.state.sequence;
const payload = JSON.parse(
  readFileSync(new URL('../../ops/fixtures/gamma_market.json', import.meta.url), 'utf8'),
) as object;

/** By hand, from docs and decisions. A route without a row fails. */
export const ROWS: Readonly<Record<RouteName, Row>> = {
  health: open(),
  time: open(),
  venue: open(),
  createApiKey: signIn('POST'),
  deriveApiKey: signIn('GET'),
  listApiKeys: own('/auth/api-keys', ({ alice }) => alice.credentials.apiKey),
  deleteApiKey: {
    expected: KEYED,
    // Each revokes the key of the request: a second one of their own, so that they go on.
    ask: async (world, actor) => {
      const nonce = 100 + world.next();
      const hers = await Trader.open(world.stack, '1', nonce);
      const digits = { alice: '1', bob: '2', moderator: '3' } as const;
      const as =
        actor === 'alice'
          ? hers
          : actor === 'bob' || actor === 'moderator'
            ? await Trader.open(world.stack, digits[actor], nonce)
            : undefined;
      const fact = () => world.stack.exchange.state.apiKeys.get(hers.credentials.apiKey)?.revoked;
      return { ...(as && { as }), fact };
    },
    changes: ['alice'],
  },
  placeOrder: placement((body) => body, [401, 200, 400, 400, 401]),
  placeOrders: placement((body) => [body], KEYED),
  cancelOrder: cancel((_world, orderID) => ({ orderID })),
  cancelOrders: cancel((_world, id) => [id]),
  cancelAll: cancel(() => undefined),
  cancelMarketOrders: cancel(({ market }) => ({ market: market.conditionId })),
  getOrder: {
    expected: OPEN,
    ask: async (world) => ({ path: `/data/order/${await restingOrder(world)}` }),
    shows: ({ alice }) => alice.credentials.apiKey,
  },
  beat: {
    // With the id that only Alice was told, and her key: with another's it is none, and hers stays good.
    expected: [401, 200, 400, 400, 401],
    ask: async (world) => {
      const hers = await Trader.open(world.stack, '1', 200 + world.next());
      const fact = () => world.stack.exchange.state.heartbeats.get(hers.credentials.apiKey)?.heartbeatId;
      return { body: (await hers.send('POST', '/v1/heartbeats', {})).body, as: hers, fact };
    },
    changes: ['alice'],
  },
  book: byToken('/book'),
  books: open(undefined, tokens),
  price: byToken('/price', '&side=BUY'),
  prices: open(undefined, tokens),
  midpoint: byToken('/midpoint'),
  midpoints: open(undefined, tokens),
  spread: byToken('/spread'),
  spreads: open(undefined, tokens),
  lastTradePrice: byToken('/last-trade-price'),
  lastTradePrices: open(undefined, tokens),
  tickSize: byToken('/tick-size'),
  tickSizeOf: open(({ market }) => `/tick-size/${market.yes}`),
  negRisk: byToken('/neg-risk'),
  negRiskOf: open(({ market }) => `/neg-risk/${market.yes}`),
  feeRate: byToken('/fee-rate'),
  feeRateOf: open(({ market }) => `/fee-rate/${market.yes}`),
  history: open(({ market }) => `/prices-history?market=${market.yes}&interval=1d`),
  batchHistory: open(undefined, ({ market }) => ({ markets: [market.yes], interval: '1d' })),
  trades: open(({ alice }) => `/trades?user=${alice.address}`),
  holders: open(({ market }) => `/holders?market=${market.conditionId}`),
  liveVolume: open(({ market }) => `/live-volume?market=${market.conditionId}`),
  builderTrades: open(),
  positions: open(({ alice }) => `/positions?user=${alice.address}`),
  closedPositions: open(({ alice }) => `/closed-positions?user=${alice.address}`),
  value: open(({ alice }) => `/value?user=${alice.address}`),
  traded: open(({ alice }) => `/traded?user=${alice.address}`),
  activity: open(({ alice }) => `/activity?user=${alice.address}`),
  leaderboard: open(),
  leaderboardV1: open(),
  ...catalogRows(open),
  comments: open(),
  commentsOfUser: open(({ alice }) => `/comments/user_address/${alice.address}`),
  commentReplies: open(() => '/comments/1'),
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
  publicProfile: open(({ alice }) => `/public-profile?address=${alice.address}`),
  updateProfile: {
    expected: KEYED,
    ask: (world) => ({
      body: { name: `Reader ${'abcdefghijklmnop'.charAt(world.next() % 16)}${world.next()}` },
      fact: () => world.stack.exchange.state.community.names.get(account(world)?.id as never),
    }),
    changes: ['alice'],
  },
  account: own('/account', ({ alice }) => alice.address),
  splitPosition: position(({ market }) => ({ conditionId: market.conditionId, amount: '1' })),
  mergePositions: position(({ market }) => ({ conditionId: market.conditionId, amount: '1' })),
  convertPositions: position(({ negRisk }) => ({ conditionIds: [negRisk[0]?.conditionId], amount: '1' })),
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
  deposit: operators((world) => ({ body: { wallet: world.alice.address, amount: '1' }, fact: funds(world) })),
  withdraw: operators((world) => ({ body: { wallet: world.alice.address, amount: '1' }, fact: funds(world) })),
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
  moderators: { expected: OPERATOR },
  addModerator: operators(async (world) => {
    await admin(world.stack, 'DELETE', `/admin/moderators/${world.bob.address}`);
    return { path: `/admin/moderators/${world.bob.address}`, fact: stateOf(world) };
  }),
  removeModerator: operators(async (world) => {
    await admin(world.stack, 'PUT', `/admin/moderators/${world.bob.address}`);
    return { path: `/admin/moderators/${world.bob.address}`, fact: stateOf(world) };
  }),
  adminComments: { expected: OPERATOR },
  adminEvents: { expected: OPERATOR },
  venueHealth: { expected: OPERATOR },
  closedOnly: own('/auth/ban-status/closed-only'),
  readonlyKeys: own('/auth/readonly-api-keys'),
  createReadonlyKey: refused(),
  deleteReadonlyKey: refused(),
  builderKeys: own('/auth/builder-api-key'),
  createBuilderKey: refused(),
  deleteBuilderKey: refused(),
  ownOrders: own('/data/orders', ({ alice }) => alice.credentials.apiKey),
  preMigrationOrders: own('/data/pre-migration-orders'),
  ownTrades: own('/data/trades', ({ alice }) => alice.address),
  balanceAllowance: own('/balance-allowance?asset_type=COLLATERAL'),
  updateBalanceAllowance: own('/balance-allowance/update?asset_type=COLLATERAL'),
  notifications: own('/notifications', ({ alice }) => alice.credentials.apiKey),
  dropNotifications: {
    expected: KEYED,
    ask: async (world) => {
      // Alice is filled once more, by the maker.
      await world.alice.placed({ tokenId: world.market.yes, side: 'BUY', price: '0.6', size: '5' });
      return { body: {}, fact: async () => (await world.alice.send('GET', '/notifications')).text };
    },
    changes: ['alice'],
  },
  orderScoring: own(`/order-scoring?order_id=0x${'1'.repeat(64)}`),
  ordersScoring: { expected: KEYED, ask: () => ({ body: [`0x${'1'.repeat(64)}`] }) },
  rewardsOfUser: own('/rewards/user'),
  rewardsTotal: own('/rewards/user/total'),
  rewardsPercentages: own('/rewards/user/percentages'),
  rewardsMarketsOfUser: own('/rewards/user/markets'),
  ok: open(),
  orderVersion: open(),
  simplifiedMarkets: open(),
  samplingMarkets: open(),
  samplingSimplifiedMarkets: open(),
  marketByToken: open(({ market }) => `/markets-by-token/${market.yes}`),
  compactMarket: open(({ market }) => `/clob-markets/${market.conditionId}`),
  liveActivity: open(({ market }) => `/markets/live-activity/${market.conditionId}`),
  builderFees: open(() => `/fees/builder-fees/0x${'1'.repeat(64)}`),
  rewardsMarkets: open(),
  rewardsOfMarket: open(({ market }) => `/rewards/markets/${market.conditionId}`),
  metrics: open(),
  openApi: open(),
  docs: open(),
  docsAsset: open(() => '/docs/docs.css'),
};
