import { expect, test } from 'vitest';
import { ANNOUNCED, DATED, PROFILE_NAMES, venueProfile } from './profiles.ts';

const differencesOf = (name: string, announced?: string[]) => venueProfile(name, announced).differences;

test('a date has everything of the dates before it', () => {
  const sizes = DATED.map(({ date }) => differencesOf(`polymarket@${date}`));
  for (const [at, later] of sizes.entries()) expect(later.isSupersetOf(sizes[at - 1] ?? new Set())).toBe(true);
  expect(sizes[0]?.size).toBe(0);
});

test('the profile without a date is the newest', () => {
  expect(venueProfile('polymarket')).toEqual(venueProfile('polymarket@2026-11'));
  expect(PROFILE_NAMES).toEqual([
    'bellwether',
    'polymarket',
    'polymarket@2026-07',
    'polymarket@2026-09',
    'polymarket@2026-11',
  ]);
});

test('the default profile has what only adds, and nothing that alters the interface', () => {
  expect(differencesOf('bellwether').has('data-v2')).toBe(true);
  expect(differencesOf('bellwether').has('notification-times')).toBe(false);
});

test('an announced change is there only for who asks for it', () => {
  expect(differencesOf('polymarket').has('orders-2026-12')).toBe(false);
  expect(differencesOf('polymarket@2026-07', ['orders-2026-12'])).toEqual(new Set(['orders-2026-12']));
});

test('no id is used twice', () => {
  const ids = [...DATED.flatMap<{ id: string }>(({ differences }) => [...differences]), ...ANNOUNCED].map(
    ({ id }) => id,
  );
  expect(new Set(ids).size).toBe(ids.length);
});
