/** Vocabulary of the rights table: actors, their world, the fields of a row, and building blocks of rows. */
import type { Route } from '@bellwether/contract';
import type { CommentId, OrderId } from '@bellwether/engine';
import type { Stack } from './stack.ts';
import { addEvent, addMarket, admin, type TestMarket, Trader } from './trader.ts';

export const ACTORS = ['no one', 'alice', 'bob', 'moderator', 'operator'] as const;
export type Actor = (typeof ACTORS)[number];
export type Statuses = readonly [noOne: number, alice: number, bob: number, moderator: number, operator: number];

export const OPEN: Statuses = [200, 200, 200, 200, 200];
/** Statuses of a route under a key, each actor with their own. */
export const KEYED: Statuses = [401, 200, 200, 200, 401];
export const OPERATOR: Statuses = [401, 401, 401, 401, 200];
export const CREATED: Statuses = [401, 401, 401, 401, 201];

/** Alice, Bob, a moderator, and one object of each kind that routes act on. */
export async function openWorld(stack: Stack) {
  const tag = await admin(stack, 'POST', '/admin/tags', { label: 'Rights' });
  const series = await admin(stack, 'POST', '/admin/series', { title: 'Rights' });
  const [tagId, seriesId] = [tag, series].map(({ body }) => (body as { readonly id: string }).id) as [string, string];
  const market = await addMarket(stack, 'Rights?', {}, { title: 'Rights', slug: 'rights' });
  const negRisk = await addEvent(stack, ['First?', 'Second?'], { negRisk: true }, { title: 'Other', negRisk: true });
  const [alice, bob] = [await Trader.open(stack, '1'), await Trader.open(stack, '2')];
  const moderator = await Trader.open(stack, '3');
  await admin(stack, 'PUT', `/admin/moderators/${moderator.address}`);
  const maker = await Trader.open(stack, '4');
  await maker.placed({ tokenId: market.no, side: 'BUY', price: '0.4', size: '500' });
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.6', size: '5' });
  let number = 0;
  /** A fresh number, for names. */
  const next = (): number => ++number;
  return { stack, alice, bob, moderator, market, negRisk, tagId, seriesId, next };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A request, and the object of Alice's that it acts on. */
export interface Asked {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The trader who sends the request instead of the actor. */
  readonly as?: Trader;
  /** State that the test compares before and after. */
  readonly fact?: () => unknown;
}

export interface Row {
  readonly expected: Statuses;
  readonly ask?: (world: World, actor: Actor) => Asked | Promise<Asked>;
  /** Actors whose requests change the fact; requests of the others must leave it as it was. */
  readonly changes?: readonly Actor[];
  /** For a private read: text that Alice is shown and the others are not. */
  readonly shows?: (world: World) => string;
}

/** Rows of routes with the same rights. */
export const rowsOf = <Name extends string>(row: Row, ...names: readonly Name[]): Record<Name, Row> =>
  Object.fromEntries(names.map((name) => [name, row])) as Record<Name, Row>;

/** The path that is asked; a query alone goes with the route's own path, about the world's market. */
export const pathOf = ({ market }: World, route: Route, path = ''): string =>
  path.startsWith('/')
    ? path
    : route.path.replace(':condition_id', market.conditionId).replace(':token_id', market.yes) + path;

/** Paths are those of `pathOf`. */
export const open = (path?: (world: World) => string, body?: (world: World) => unknown): Row => ({
  expected: OPEN,
  ask: (world) => ({ ...(path && { path: path(world) }), ...(body && { body: body(world) }) }),
});

export const own = (shows?: Row['shows'], path?: string): Row => ({
  expected: KEYED,
  ask: () => ({ ...(path && { path }) }),
  ...(shows && { shows }),
});

export const restingOrder = async ({ alice, market, next }: World): Promise<string> =>
  (await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: String(5 + next()) })).orderID;

export async function commentOf({ alice, market, next }: World): Promise<number> {
  const about = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
  const answer = await alice.send('POST', '/comments', { ...about, body: `Comment ${next()}.` });
  return Number((answer.body as { readonly id: string }).id);
}

export const isOpen =
  ({ stack }: World, id: string) =>
  () =>
    [...stack.exchange.state.openOrders.values()].some(({ orderId }) => orderId === (id as OrderId));

export const comment = ({ stack }: World, id: number) => stack.exchange.state.community.comments.get(id as CommentId);

export const account = ({ stack, alice }: World) => {
  const { accounts, accountsByAddress } = stack.exchange.state;
  return accounts[accountsByAddress.get(alice.address as never) ?? -1];
};

/** Balances and positions of Alice's own wallet, as she reads them. */
export const funds =
  ({ alice }: World) =>
  async () =>
    (await alice.send('GET', '/account')).text;

export const freshEvent = ({ stack, next }: World): Promise<TestMarket> => addMarket(stack, `Question ${next()}?`);

export const stateOf =
  ({ stack }: World) =>
  () =>
    stack.exchange.state.sequence;
