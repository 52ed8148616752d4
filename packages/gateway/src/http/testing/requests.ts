/** Requests that routes accept: the examples of the contract, about the things of a test's venue, and who sends them. */
import { type Route, type RouteAuth, routeKey } from '@bellwether/contract';
import { EXAMPLES, SAMPLES } from '@bellwether/contract/examples';
import type { Stack } from './stack.ts';
import { type Answer, admin, type Fields, type Method, send, type TestMarket, type Trader } from './trader.ts';

/** Things of a test's venue, in place of those that the examples speak of. */
export interface Stage {
  readonly stack: Stack;
  readonly alice: Trader;
  readonly bob: Trader;
  readonly market: TestMarket;
  readonly negRisk: readonly TestMarket[];
  /** Ids of one thing of each kind by its part of the path, for example `comments`. */
  readonly ids: Readonly<Record<string, string>>;
  readonly slug?: string;
}

/** Values by name, and the body; a body that is undefined is not sent. */
export interface Asked {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Fields of a route's path. */
export const paramsOf = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Values of the venue by those of the examples. */
function valuesOf({ alice, bob, market, slug = 'none' }: Stage): ReadonlyMap<unknown, unknown> {
  const { conditionId, yes: yesTokenId, no: noTokenId, eventId } = market;
  const venue: Fields = { conditionId, yesTokenId, noTokenId, eventId, alice: alice.address, bob: bob.address };
  const more: Fields = { aliceChecksummed: alice.address, eventSlug: slug, marketSlug: slug, tagSlug: slug };
  return new Map(Object.entries({ ...venue, ...more }).map(([name, value]) => [SAMPLES[name], value]));
}

/** A request that the route accepts, but for orders, which are signed, and what only the venue knows. */
export function exampleOf(route: Route, stage: Stage): Asked {
  const { parameters = {}, request } = EXAMPLES[routeKey(route)] ?? {};
  const values = valuesOf(stage);
  const kind = route.path.split('/').at(route.path.startsWith('/admin/') ? 2 : 1) ?? '';
  const here = (value: unknown, name = ''): unknown => {
    if (name === 'id') return stage.ids[kind] ?? value;
    if (name === 'parentEntityID') return Number(stage.market.eventId);
    if (name === 'conditionIds') return stage.negRisk.slice(0, 1).map(({ conditionId }) => conditionId);
    if (Array.isArray(value)) return value.map((item) => here(item));
    if (typeof value !== 'object' || value === null) return values.get(value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, here(inner, field)]));
  };
  const told = here(parameters) as Readonly<Record<string, unknown>>;
  const inPath = paramsOf(route);
  const some = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => isWanted(name)));
  return {
    params: some((name) => inPath.includes(name)),
    query: some((name) => !inPath.includes(name)),
    ...(request !== undefined && route.path !== '/admin/import' && { body: here(request) }),
  };
}

/** The path with its values, and the query. */
export function targetOf(route: Route, { params, query }: Asked): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? 'none'));
  const fields = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
}

/** Sends as the least that may: no one, a trader by key or wallet, or the operator. */
export function sendTo(
  route: Route,
  target: string,
  body: unknown,
  who: Trader,
  auth: RouteAuth = route.auth,
): Promise<Answer> {
  const method = route.method as Method;
  if (auth === 'l2') return who.send(method, target, body);
  if (auth === 'l1') return who.sendAsWallet(method, target, body);
  return (auth === 'admin' ? admin : send)(who.stack, method, target, body);
}
