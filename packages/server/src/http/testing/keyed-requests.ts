/** Requests with an `Idempotency-Key`, one per route that takes one, and the expected result of a repeat. */
import { isWrite, ROUTES_BY_NAME, type Route, type RouteName } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Actor, Asked, World } from './rights.ts';
import { ROWS } from './rights-rows.ts';
import { ADMIN_TOKEN } from './stack.ts';
import { type Answer, type Method, send, type Trader } from './trader.ts';

const routes = Object.entries(ROUTES_BY_NAME) as [RouteName, Route][];
export const KEYED = routes.filter(([, route]) => isWrite(route)).map(([name]) => name);
/**
 * Routes tested elsewhere: the relayer belongs to another profile (`relayer.int.test.ts`). Requests that create keys or
 * revoke an API key are signed differently or return secrets (`keyed-keys.int.test.ts`).
 */
const ELSEWHERE: readonly RouteName[] = ['relaySubmit', 'createApiKey', 'createBuilderKey', 'deleteApiKey'];
export const KEYED_HERE = KEYED.filter((name) => !ELSEWHERE.includes(name));

export interface Sent {
  readonly method: Method;
  readonly path: string;
  readonly body: string | undefined;
  readonly as: Trader | 'operator';
}

export const entriesOf = ({ stack }: World): number => stack.exchange.state.sequence;

/** Signs and sends a request each time, like a client that has lost an answer. */
export function play(
  world: World,
  { method, path, body, as }: Sent,
  key: string,
  app: FastifyInstance = world.stack.app,
): Promise<Answer> {
  const signed =
    as === 'operator'
      ? { authorization: `Bearer ${ADMIN_TOKEN}` }
      : as.headers(method, path.split('?', 1)[0] ?? '', body ?? '');
  return send({ ...world.stack, app }, method, path, body, { ...signed, 'idempotency-key': key });
}

/** A request that the route will carry out, after all necessary preparation. */
export async function prepare(world: World, name: RouteName): Promise<Sent> {
  // Comments are limited per minute.
  world.stack.time.nowMs += 61_000;
  const route: Route = ROUTES_BY_NAME[name];
  const actor = route.auth === 'admin' ? 'operator' : name === 'dismissReports' ? 'moderator' : 'alice';
  return requestOf(world, route, actor, (await ROWS[name].ask?.(world, actor)) ?? {});
}

export function expectRepeat(world: World, again: Answer, first: Answer, key: string, before: number): void {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'idempotency-key': key });
  expect(entriesOf(world)).toBe(before);
}

function requestOf(world: World, route: Route, actor: Actor, asked: Asked): Sent {
  const as =
    route.auth === 'admin' ? 'operator' : (asked.as ?? (actor === 'moderator' ? world.moderator : world.alice));
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  return { method: route.method, path: asked.path ?? route.path, body, as };
}
