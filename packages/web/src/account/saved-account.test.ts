import { expect, test } from 'vitest';
import type { TextStore } from '../venue/text-store.ts';
import { makeKey, readKeyText, readSaved, removeSaved, type SavedAccount, writeSaved } from './saved-account.ts';
import { opensSilently, readCredentials, writeCredentials } from './session-credentials.ts';

const KEY = `0x${'0123456789abcdef'.repeat(4)}`;
const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7';
const OWNER = { address: ADDRESS, tradesFrom: null, isSignedOut: false };
const SAVED: SavedAccount = { kind: 'key', privateKey: KEY, ...OWNER };

function store(): TextStore {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

const fail = (): never => {
  throw new Error('denied or full');
};
const FULL: TextStore = { getItem: fail, setItem: fail, removeItem: () => undefined };

test('what was saved is read again, and is gone once it is removed', () => {
  const local = store();
  expect([readSaved(local), writeSaved(local, SAVED)]).toEqual([null, true]);
  expect(readSaved(local)).toEqual(SAVED);
  local.setItem(
    'bellwether.account',
    JSON.stringify({ ...SAVED, address: '0x52908400098527886E0F7030069857D2E4169EE7' }),
  );
  expect(readSaved(local)).toEqual(SAVED);
  removeSaved(local);
  expect(readSaved(local)).toBeNull();
  const device: SavedAccount = { ...SAVED, kind: 'device' };
  writeSaved(local, device);
  expect([readSaved(local), opensSilently(device, local)]).toEqual([device, true]);
});

test.each([
  ...['', '{', 'null', '[]'],
  ...[{ privateKey: '0x1' }, { address: 'x' }].map((change) => JSON.stringify({ ...SAVED, ...change })),
])('what cannot be read counts as nothing: %j', (text) => {
  const local = store();
  local.setItem('bellwether.account', text);
  expect(readSaved(local)).toBeNull();
});

test('a browser that keeps nothing breaks nothing', () => {
  expect([readSaved(FULL), writeSaved(FULL, SAVED)]).toEqual([null, false]);
  expect(() => writeCredentials(FULL, ADDRESS, { apiKey: 'a', secret: 'b', passphrase: 'c' })).not.toThrow();
});

test('a pasted key is read in the forms that people have it in', () => {
  expect(readKeyText(`  ${KEY.toUpperCase().replace('0X', '0x')} `)).toBe(KEY);
  expect(readKeyText(KEY.slice(2))).toBe(KEY);
  expect(readKeyText(KEY.slice(0, -1))).toBeNull();
  expect(readKeyText('correct horse battery staple')).toBeNull();
});

test('a new key is a key, and not the same again', () => {
  expect(readKeyText(makeKey())).not.toBeNull();
  expect(makeKey()).not.toBe(makeKey());
});

test('credentials of the session: by address; null forgets them', () => {
  const session = store();
  const credentials = { apiKey: 'a', secret: 'b', passphrase: 'c' };
  writeCredentials(session, ADDRESS, credentials);
  expect(readCredentials(session, ADDRESS)).toEqual(credentials);
  writeCredentials(session, ADDRESS, null);
  expect(readCredentials(session, ADDRESS)).toBeNull();
});

test('a key opens by itself unless signed out; a wallet only with a session', () => {
  const session = store();
  const wallet: SavedAccount = { kind: 'wallet', rdns: '', name: 'W', ...OWNER };
  expect(opensSilently(SAVED, session)).toBe(true);
  expect(opensSilently({ ...SAVED, isSignedOut: true }, session)).toBe(false);
  expect(opensSilently(wallet, session)).toBe(false);
  writeCredentials(session, ADDRESS, { apiKey: 'a', secret: 'b', passphrase: 'c' });
  expect(opensSilently(wallet, session)).toBe(true);
});
