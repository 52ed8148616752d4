/** Requests with a query or a body that the signature does not cover are refused. */
import { ROUTES } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { addEvent, send, Trader } from './testing/trader.ts';

const stack = await openVenue();
const alice = await Trader.open(stack, '1');

// Routes for keys that the venue does not offer do nothing, whatever the body.
const withKey = ROUTES.filter(({ auth, errors }) => auth === 'l2' && !errors.includes('not_offered'));
const named = (routes: typeof ROUTES): [string, (typeof ROUTES)[number]][] =>
  routes.map((route) => [`${route.method} ${route.path}`, route]);
const pathOf = (path: string): string => path.replace(/:[a-z_]+/, '1');

test('extras: a signed DELETE /comments/22 is no DELETE /comments/2 with a body 2 [A20]', async () => {
  const [market] = await addEvent(stack, ['Will it rain?']);
  for (let number = 1; number <= 3; number += 1) {
    const body = { body: `Number ${number}.`, parentEntityType: 'Event', parentEntityID: Number(market?.eventId) };
    expect((await alice.send('POST', '/comments', body)).status).toBe(201);
  }
  const before = stack.exchange.state.sequence;
  const headers = alice.headers('DELETE', '/comments/22', '');
  const answer = await send(stack, 'DELETE', '/comments/2', '2', headers);
  expect(answer).toMatchObject({ status: 400, body: { type: 'bad request', error: 'this route takes no body' } });
  expect(stack.exchange.state.sequence).toBe(before);
});

for (const [name, { method, path }] of named(
  withKey.filter(({ method, body }) => method !== 'GET' && body === undefined),
))
  test(`extras: ${name} takes no body`, async () => {
    const headers = alice.headers(method, pathOf(path), '{}');
    const answer = await send(stack, method, pathOf(path), '{}', headers);
    expect(answer).toMatchObject({ status: 400, body: { error: 'this route takes no body' } });
  });

test('extras: no route with a body has a path that another one’s path and a JSON body could be', () => {
  // The signature covers path and body as one text. A body starts with a character that none of our paths contains.
  for (const { path } of withKey) expect(path).toMatch(/^[/A-Za-z0-9:_-]+$/);
  const jsonOnly = withKey.filter(({ body }) => body !== undefined);
  for (const { body, path } of jsonOnly) {
    const { type } = body as unknown as { readonly type: string };
    expect([path, type]).toEqual([path, expect.stringMatching(/^(object|array)$/)]);
  }
  for (const route of jsonOnly) expect(route.path.endsWith(':id')).toBe(false);
});

for (const [name, route] of named(withKey.filter(({ method }) => method !== 'GET')))
  test(`extras: ${name} takes no query`, async () => {
    const path = `${pathOf(route.path)}?ids=1`;
    const answer = await alice.send(route.method, path, route.body === undefined ? undefined : {});
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/takes no query/) } });
  });
