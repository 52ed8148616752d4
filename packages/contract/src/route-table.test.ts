import { describe, expect, test } from 'vitest';
import { counted, ERRORS, type ErrorCode, errorText } from './errors.ts';
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

test('errors: a figure of one has its unit in the singular, in every text', () => {
  expect([counted(1, 'shares'), counted('1', 'pairs'), counted('1.5', 'shares'), counted(0, 'orders')]).toEqual([
    '1 share',
    '1 pair',
    '1.5 shares',
    '0 orders',
  ]);
  expect(errorText('too_many_matches', { maximum: 1 })).toMatch(/at most 1 order$/);
  expect(errorText('too_many_matches', { maximum: 5_000 })).toMatch(/at most 5000 orders$/);
  expect(errorText('body_too_large', { maximum: 1 })).toMatch(/than 1 byte$/);
  const plural = Object.entries(ERRORS).flatMap(([code, { text }]) => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 1]);
    const said = errorText(code as ErrorCode, Object.fromEntries(names));
    return [...said.matchAll(/\b1 ([a-z]+s)\b/g)].map(([, word]) => word);
  });
  // Verbs.
  expect(new Set(plural)).toEqual(new Set(['belongs', 'does', 'has', 'is', 'meets', 'takes']));
});
