import { describe, expect, test } from 'vitest';
import { errorText } from './errors.ts';
import { ROUTES } from './route-table.ts';

describe('route table', () => {
  test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'routes: %s says all that a client has to know',
    (_name, route) => {
      const named = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name);
      expect(Object.keys(route.params?.properties ?? {})).toEqual(named);
      expect(Object.keys(route.response).filter((status) => Number(status) < 300)).toHaveLength(1);
      expect(route.summary).not.toBe('');
      expect(route.body === undefined || route.method !== 'GET').toBe(true);
      for (const target of Object.values(route.queryAliases ?? {}))
        expect(route.query?.properties).toHaveProperty(target);
    },
  );

  test('routes: schemas are plain JSON, so that any tool can read them', () => {
    for (const { body, query, params, response } of ROUTES)
      for (const schema of [body, query, params, ...Object.values(response)])
        if (schema !== undefined) expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  test('routes: only those with a stated reason change anything without a key', () => {
    const open = ROUTES.filter(({ auth, method }) => auth === 'none' && method !== 'GET').map(({ path }) => path);
    expect(open).toEqual([
      ...['/books', '/prices', '/midpoints', '/spreads', '/last-trades-prices', '/batch-prices-history'],
      // The wallet that the request acts for signs its body.
      '/v1/session-signers/revocations',
      '/submit',
    ]);
    expect(ROUTES.filter(({ path }) => path.startsWith('/admin/')).every(({ auth }) => auth === 'admin')).toBe(true);
  });
});

test('errors: values are filled in by name, once each, and a missing one stays visible', () => {
  expect(errorText('unknown_field', { name: '{name}' })).toBe('unknown_field: {name}');
  const small = errorText('size_below_minimum', { orderId: '0x1', size: '4', minimum: '5' });
  expect(small).toBe('order 0x1 is invalid. Size (4) lower than the minimum: 5');
  expect(errorText('too_many_orders', { count: 16 })).toBe('Too many orders in payload: 16, max allowed: {maximum}');
});
