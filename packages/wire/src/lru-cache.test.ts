import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('lru cache: the entry used longest ago makes room, and the bound holds', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(cache.get('b')).toBeUndefined();
  expect([cache.get('a'), cache.get('c'), cache.size]).toEqual([1, 3, 2]);
});

test('lru cache: setting a key again replaces its value and drops no other', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('b', 3);
  expect([cache.get('a'), cache.get('b'), cache.size]).toEqual([1, 3, 2]);
});
