/** Vocabulary of the rights table: actors, their world, what a row says, and what follows from the table of routes. */
import { isWrite, mayUse, type Route, type RouteAuth } from '@bellwether/contract';
import type { CommentId, OrderId } from '@bellwether/engine';
import { exampleOf, targetOf } from './requests.ts';
import type { Stack } from './stack.ts';
import { addEvent, addMarket, admin, type TestMarket, Trader } from './trader.ts';

export const ACTORS = ['no one', 'alice', 'bob', 'moderator', 'operator'] as const;
export type Actor = (typeof ACTORS)[number];
export type Statuses = readonly [noOne: number, alice: number, bob: number, moderator: number, operator: number];

/** Statuses by the least credential of the route, each actor with their own, when the request succeeds with `done`. */
const statusesOf = (route: Route, auth: RouteAuth, done: number): Statuses =>
  auth === 'none' || auth === 'person'
    ? [done, done, done, done, done]
    : auth === 'admin'
      ? [401, 403, 403, mayUse('moderator', route) ? done : 403, done]
      : [401, done, done, done, 401];

/** Alice, Bob, a moderator, and one object of each kind that routes act on. */
export async function openWorld(stack: Stack) {
  const tag = await admin(stack, 'POST', '/admin/tags', { label: 'Rights' });
  const series = await admin(stack, 'POST', '/admin/series', { title: 'Rights' });
  const [tagId = '', seriesId = ''] = [tag, series].map(({ body }) => (body as { readonly id: string }).id);
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
  const ids = { tags: tagId, series: seriesId, events: market.eventId, comments: '1', suggestions: '1' };
  return { stack, alice, bob, moderator, maker, market, negRisk, ids, slug: 'rights', next };
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

/** Facts that do not follow from the table of routes. */
export interface Row {
  /** By default all who have the route's credential succeed, each on their own objects. */
  readonly expected?: Statuses;
  /** By default the example of the contract, about the world's objects. */
  readonly ask?: (world: World, actor: Actor) => Asked | Promise<Asked>;
  /** Actors whose requests change the fact; requests of the others must leave it as it was. */
  readonly changes?: readonly Actor[];
  /** For a private read: text that Alice is shown and the others are not. */
  readonly shows?: (world: World) => string;
}

/** Rows of routes with the same rights. */
export const rowsOf = <Name extends string>(row: Row, ...names: readonly Name[]): Record<Name, Row> =>
  Object.fromEntries(names.map((name) => [name, row])) as Record<Name, Row>;

/** The path that is asked: by default the route's, about the world's objects. */
export const pathOf = (world: World, route: Route, path?: string): string =>
  path ?? targetOf(route, exampleOf(route, world));

export type FullRow = Required<Pick<Row, 'expected' | 'ask' | 'changes'>> & Pick<Row, 'shows'>;

/** A row with all that follows from the route and its least credential; a write of the operator's changes the state. */
export function fullRow(route: Route, auth: RouteAuth, row: Row = {}): FullRow {
  const isOfOperator = auth === 'admin' && isWrite(route);
  const done = Number(Object.keys(route.response)[0]);
  return {
    expected: statusesOf(route, auth, done),
    changes: isOfOperator ? (mayUse('moderator', route) ? ['moderator', 'operator'] : ['operator']) : [],
    ...row,
    ask: async (world, actor) => {
      const { body } = exampleOf(route, world);
      const asked = (await row.ask?.(world, actor)) ?? {};
      return { ...(body !== undefined && { body }), ...(isOfOperator && { fact: stateOf(world) }), ...asked };
    },
  };
}

export const restingOrder = async ({ alice, market, next }: World): Promise<string> =>
  (await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: String(5 + next()) })).orderID;

export async function commentOf({ alice, market, next }: World): Promise<number> {
  const about = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
  const answer = await alice.send('POST', '/comments', { ...about, body: `Comment ${next()}.` });
  return Number((answer.body as { readonly id: string }).id);
}

/** A fresh suggestion of Alice's. */
export async function suggestionOf({ alice, next }: World): Promise<number> {
  const answer = await alice.send('POST', '/suggestions', { title: `Will ${next()} come?` });
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

/** A fresh hook, whose receiver does not exist. */
export async function hookOf({ stack }: World): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/', kinds: ['clarification'] };
  return ((await admin(stack, 'POST', '/admin/hooks', body)).body as { readonly id: string }).id;
}

/** A fresh event with one winner. */
export const raceOf = ({ stack, next }: World): Promise<TestMarket[]> => {
  const title = `Race ${next()}`;
  return addEvent(stack, [`${title}, one?`, `${title}, two?`], { negRisk: true }, { title, negRisk: true });
};

export const stateOf =
  ({ stack }: World) =>
  () =>
    stack.exchange.state.sequence;
