import {
  ALL_ROUTES_BY_NAME,
  type AnyRouteName,
  isWrite,
  REASON_HEADER,
  ROUTES_BY_NAME,
  SANDBOX_ROUTES,
} from '@bellwether/contract';
import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { named } from './request.ts';

test('request: a heartbeat alone is not sent again when no one knows whether it took effect, unless the caller names it', () => {
  const names = Object.keys(ALL_ROUTES_BY_NAME) as AnyRouteName[];
  const unsafe = names.filter((name) => named(ALL_ROUTES_BY_NAME[name]).repeatable === 'refused');
  expect(unsafe).toEqual(['beat', 'beatUnversioned']);
  expect(named(ROUTES_BY_NAME.beat, 'beat-1')).toEqual({ idempotencyKey: 'beat-1', repeatable: 'always' });
});

test('request: each call that changes something has a key of its own, but for what is known by itself', () => {
  const unnamed = (Object.keys(ALL_ROUTES_BY_NAME) as AnyRouteName[]).filter((name) => {
    const route = ALL_ROUTES_BY_NAME[name];
    return isWrite(route) && named(route).idempotencyKey === null;
  });
  const known = ['beat', 'beatUnversioned', 'createApiKey', 'placeOrder', 'placeOrders', 'relaySubmit'];
  expect(unnamed.toSorted()).toEqual(known);
  const keys = [SANDBOX_ROUTES.moveSandboxClock, SANDBOX_ROUTES.moveSandboxClock].map(
    (route) => named(route).idempotencyKey,
  );
  expect(new Set(keys).size).toBe(2);
  expect(named(SANDBOX_ROUTES.sandboxClock).idempotencyKey).toBeNull();
});

test('request: acts of administrators come as a file', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    asked.push(String(url));
    return new Response('"sequence"\r\n');
  };
  const { admin } = createClient({ baseUrl: 'http://venue', adminToken: 'token', fetch });
  expect(await (await admin.logFile({ kind: 'SetRole', format: 'json' })).text()).toBe('"sequence"\r\n');
  expect(asked).toEqual(['http://venue/admin/log?kind=SetRole&format=csv']);
});

test('request: the reason of an act goes along in a header, whatever its letters', async () => {
  const sent: Headers[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    sent.push(new Headers(init?.headers));
    return new Response('{}');
  };
  const client = createClient({ baseUrl: 'http://venue', adminToken: 'token', fetch });
  const params = { id: 'one' };
  await client.request('erasePerson', { params, reason: 'Prüfung, =1+1 \ud83d' });
  await client.request('erasePerson', { params });
  expect(sent.map((headers) => headers.get(REASON_HEADER))).toEqual(['Pr%C3%BCfung%2C%20%3D1%2B1%20%EF%BF%BD', null]);
});
