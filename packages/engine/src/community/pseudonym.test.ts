import { expect, test } from 'vitest';
import { looksLikePseudonym, pseudonym } from './pseudonym.ts';

test('pseudonym: these names are promised for ever; a change would rename every account', () => {
  expect(pseudonym('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe('Keen-Pebble');
  expect(pseudonym('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')).toBe('Daring-Ivy');
  expect(pseudonym(`0x${'0'.repeat(40)}`)).toBe('Just-Walnut');
});

test('pseudonym: neighbouring addresses get names of two words, well spread over both lists', () => {
  const adjectives = new Set<string>();
  const nouns = new Set<string>();
  const names = new Set<string>();
  for (let index = 0; index < 5_000; index += 1) {
    const name = pseudonym(`0x${index.toString(16).padStart(40, '0')}`);
    expect(name).toMatch(/^[A-Z][a-z]+-[A-Z][a-z]+$/);
    const [adjective = '', noun = ''] = name.split('-');
    adjectives.add(adjective);
    nouns.add(noun);
    names.add(name);
  }
  expect(adjectives.size).toBeGreaterThanOrEqual(128);
  expect(nouns.size).toBeGreaterThanOrEqual(128);
  // 5,000 random picks out of about 33,000 names give some 4,600 different ones.
  expect(names.size).toBeGreaterThan(4_400);
});

test('pseudonym: a name that looks like any of them is recognised, but for the own one', () => {
  const [own, other] = ['Just-Walnut', 'Keen-Pebble'];
  for (const name of ['Keen-Pebble', 'keenpebble', 'Keen Pebble!', 'KEEN_PEBBLE', 'Кeen-Pebble', 'C1ever Narwhal'])
    expect([name, looksLikePseudonym(name, own)]).toEqual([name, true]);
  expect(looksLikePseudonym('Keen-Pebble', other)).toBe(false);
  expect(looksLikePseudonym('just walnut', own)).toBe(false);
  const others = ['Keen', 'Pebble', 'Keen Pebbles', 'Pebble-Keen', 'Keen-Keen', 'Very-Keen-Pebble', 'Alice', ''];
  for (const name of others) expect([name, looksLikePseudonym(name, other)]).toEqual([name, false]);
  for (let index = 0; index < 5_000; index += 1)
    expect(looksLikePseudonym(pseudonym(`0x${index.toString(16).padStart(40, '0')}`), '')).toBe(true);
});
