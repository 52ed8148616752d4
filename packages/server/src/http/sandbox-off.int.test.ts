/** A venue that is no sandbox has nothing of one, whoever asks. */
import { ALL_ROUTES_BY_NAME, ROUTES, SANDBOX_ROUTES } from '@bellwether/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { admin, type Method, send } from './testing/trader.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack.close());

describe('without a sandbox', () => {
  test('without a sandbox: no route of the venue is one of its routes', () => {
    const own = new Set<unknown>(Object.values(SANDBOX_ROUTES));
    expect(ROUTES.filter((route) => own.has(route) || route.path.startsWith('/sandbox'))).toEqual([]);
    expect(Object.keys(ALL_ROUTES_BY_NAME)).toHaveLength(ROUTES.length + own.size);
  });

  test.each(Object.values(SANDBOX_ROUTES).map((route) => [route.method, route.path] as [Method, string]))(
    'without a sandbox: %s %s is not there, not for its operator either',
    async (method, path) => {
      const methods: readonly Method[] = [method, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
      for (const each of methods) {
        const body = each === 'GET' ? undefined : {};
        expect((await send(stack, each, path, body)).status).toBe(404);
        const answer = await admin(stack, each, path, body);
        expect([each, answer.status, answer.body]).toEqual([
          each,
          404,
          expect.objectContaining({ code: 'route_not_found' }),
        ]);
      }
    },
  );

  test('without a sandbox: the venue does not say that it is one, and its description has nothing of it', async () => {
    expect((await send(stack, 'GET', '/venue')).body).not.toHaveProperty('sandbox');
    const { paths } = (await send(stack, 'GET', '/openapi.json')).body as { readonly paths: object };
    expect(Object.keys(paths).filter((path) => path.includes('sandbox'))).toEqual([]);
  });
});
