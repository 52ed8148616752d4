/**
 * The house's comments belong to the demo catalog, respect the venue's limits, and say that they come from the house.
 */
import { expect, test } from 'vitest';
import { demoCatalog } from '../catalog/index.ts';
import { RESIDENTS } from './residents.ts';
import { LATER_LINES, OPENING_THREADS } from './talk.ts';

const BODY_LENGTH_MAX = 2_000;
const COMMENTS_PER_MINUTE_MAX = 20;
const lines = Object.values(OPENING_THREADS).flat();

test('house talk: every thread is on an event of the catalog', () => {
  const slugs = new Set(demoCatalog.map(({ slug }) => slug));
  expect(Object.keys(OPENING_THREADS).filter((slug) => !slugs.has(slug))).toEqual([]);
});

test('house talk: it is modest, and no one speaks more often than the venue lets an account', () => {
  expect(lines.length).toBeGreaterThanOrEqual(25);
  expect(lines.length).toBeLessThanOrEqual(40);
  const counts = Map.groupBy(lines, ([name]) => name);
  expect([...counts.keys()].every((name) => RESIDENTS.has(name))).toBe(true);
  for (const said of counts.values()) expect(said.length).toBeLessThan(COMMENTS_PER_MINUTE_MAX);
  const bodies = [...lines.map(([, body]) => body), ...LATER_LINES];
  expect(bodies.every((body) => body === body.trim() && body.length > 10 && body.length < BODY_LENGTH_MAX)).toBe(true);
  expect(new Set(bodies).size).toBe(bodies.length);
});

test('house talk: every account has a name of its own and says that it plays with play money', () => {
  const residents = [...RESIDENTS.values()];
  expect(residents).toHaveLength(5);
  expect(new Set(residents.map(({ name }) => name.toLowerCase())).size).toBe(5);
  for (const { name, bio } of residents) {
    expect(name.length).toBeLessThanOrEqual(40);
    expect(bio.length).toBeLessThanOrEqual(500);
    expect(bio).toContain('play money');
    expect(bio).toContain('House account');
  }
});
