import { expect, test } from 'vitest';
import { changesOf, pictureError } from './profile-fields.ts';

const BEFORE = { name: 'Ada', bio: '', profileImage: '', displayUsernamePublic: true };

test('only what differs is sent, trimmed; nothing for nothing', () => {
  expect(changesOf(BEFORE, { ...BEFORE, name: ' Ada ' })).toBeNull();
  expect(changesOf(BEFORE, { ...BEFORE, bio: ' Hello ' })).toEqual({ bio: 'Hello' });
  const hidden = { name: '', displayUsernamePublic: false };
  expect(changesOf(BEFORE, { ...BEFORE, ...hidden })).toEqual(hidden);
});

test('a hidden name that stays empty is left alone', () => {
  const hidden = { ...BEFORE, name: '', displayUsernamePublic: false };
  expect(changesOf(hidden, { ...hidden, displayUsernamePublic: true })).toEqual({ displayUsernamePublic: true });
});

test('pictures come over https', () => {
  expect([pictureError(''), pictureError('https://example.org/a.png')]).toEqual([null, null]);
  expect(pictureError('http://example.org/a.png')).toMatch(/https/);
  expect(pictureError('javascript:alert(1)')).toMatch(/https/);
  expect(pictureError(`https://example.org/${'a'.repeat(500)}`)).toMatch(/500/);
});
