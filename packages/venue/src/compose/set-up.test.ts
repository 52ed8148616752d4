import { expect, test } from 'vitest';
import { setUpLink } from './set-up.ts';

test('set-up: the link names the listener, never a host that a request claims', () => {
  expect(setUpLink('http://0.0.0.0:8080', 'T')).toBe('http://127.0.0.1:8080/app/setup#T');
  expect(setUpLink('http://[::]:80', 'T')).toBe('http://[::1]:80/app/setup#T');
  expect(setUpLink('http://10.0.0.1:8080', 'T')).toBe('http://10.0.0.1:8080/app/setup#T');
});
