/**
 * Access rights, route by route: all five actors send every row of the table. If the route has an effect, the test
 * looks at the affected object before and after.
 */
import { ROUTES_BY_NAME, type Route, type RouteName } from '@bellwether/contract';
import { describe, expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { ACTORS, type Actor, type Asked, commentOf, openWorld, pathOf, restingOrder } from './testing/rights.ts';
import { credentialOf } from './testing/rights-credentials.ts';
import { ROWS } from './testing/rights-rows.ts';
import { ADMIN_TOKEN } from './testing/stack.ts';
import { type Answer, type Method, send, type Trader } from './testing/trader.ts';

const world = await openWorld(await openVenue());
// An order and a comment, so that reads have something to show.
await restingOrder(world);
await commentOf(world);

async function act(route: Route, actor: Actor, asked: Asked): Promise<Answer> {
  const { stack } = world;
  const method = route.method as Method;
  const path = pathOf(world, route, asked.path);
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  if (asked.headers !== undefined) return send(stack, method, path, body, asked.headers);
  if (actor === 'no one') return send(stack, method, path, body);
  if (actor === 'operator') return send(stack, method, path, body, { authorization: `Bearer ${ADMIN_TOKEN}` });
  const trader = actor === 'alice' || route.auth !== 'l2' ? (asked.as ?? world[actor]) : ownKey(actor, asked);
  return send(stack, method, path, body, trader.headers(method, path.split('?', 1)[0] ?? '', body ?? ''));
}

/** The key an actor uses: a key that Alice prepared for herself is not theirs. */
const ownKey = (actor: 'bob' | 'moderator', { as }: Asked): Trader =>
  as !== undefined && as.address === world[actor].address ? as : world[actor];

test('rights: the table of routes declares the least credential of each [W17]', () => {
  const declared = Object.entries(ROUTES_BY_NAME).map(([name, { auth }]) => [name, auth]);
  expect(declared).toEqual(declared.map(([name]) => [name, credentialOf(name as RouteName)]));
});

describe.each(Object.keys(ROUTES_BY_NAME) as RouteName[])('%s', (name) => {
  const route: Route = ROUTES_BY_NAME[name];
  const row = ROWS[name];

  // Alice goes last, so that the objects the others may not touch still exist until then.
  test.each(['no one', 'bob', 'moderator', 'operator', 'alice'] as const)(
    `rights: ${name}: %s [W17]`,
    async (actor) => {
      // Comments are limited per minute.
      world.stack.time.nowMs += 61_000;
      const asked = await row.ask(world, actor);
      const before = await asked.fact?.();
      const answer = await act(route, actor, asked);
      expect(answer.status, answer.text).toBe(row.expected[ACTORS.indexOf(actor)]);
      const isChanged = JSON.stringify(await asked.fact?.()) !== JSON.stringify(before);
      expect(isChanged).toBe(row.changes.includes(actor));
      if (row.shows !== undefined) expect(answer.text.includes(row.shows(world))).toBe(actor === 'alice');
    },
  );
});
