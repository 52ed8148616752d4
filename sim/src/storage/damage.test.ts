/** Tests the plan of damages, and the results that a judge must reject. */
import { expect, test } from 'vitest';
import { damaged, everyDamage } from './damages.ts';
import { judgeRefusal, shapeOf } from './judge.ts';

const original = Buffer.from(Array.from({ length: 1_200 }, (_, at) => (at * 31 + (at >> 8)) % 251));
const plan = everyDamage(original.length);
const all = Array.from({ length: plan.counts.reduce((sum, count) => sum + count, 0) }, (_, index) => plan.at(index));

test('damages: every byte is cut off, has one bit flipped, and is inverted; every block is emptied and exchanged [D49]', () => {
  for (const kind of ['truncated', 'bit', 'byte'] as const) {
    const places = all.filter((damage) => damage.kind === kind).map(({ at }) => at);
    expect(places).toEqual([...original.keys()]);
  }
  expect(all.filter(({ kind }) => kind === 'zeros').map(({ at, bytes }) => [at, bytes])).toEqual([
    [0, 512],
    [512, 512],
    [1024, 512],
    [0, 4096],
  ]);
  expect(all.filter(({ kind }) => kind === 'swapped').map(({ at }) => at)).toEqual([0]);
});

test('damages: each changes what it says and nothing else', () => {
  for (const damage of all) {
    const bytes = damaged(original, damage);
    if (damage.kind === 'truncated') {
      expect(bytes.equals(original.subarray(0, damage.at))).toBe(true);
      continue;
    }
    const changed = [...original.keys()].filter((at) => bytes[at] !== original[at]);
    const reach = damage.kind === 'swapped' ? 2 * damage.bytes : damage.bytes;
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.every((at) => at >= damage.at && at < damage.at + reach)).toBe(true);
    expect(bytes).toHaveLength(original.length);
  }
});

test.each([
  ['TypeError', 'journal.sqlite: Cannot read properties of undefined (page 3)'],
  ['Error', 'journal.sqlite is damaged at page 3\n    at read (sqlite-file.ts:12:3)'],
  ['Error', 'something is damaged at page 3'],
  ['Error', 'journal.sqlite is damaged'],
])('judge: %s: %s is no refusal for an operator', (name, words) => {
  expect(judgeRefusal('journal.sqlite', name, words).verdict).toBe('broken');
});

test('judge: a refusal that names file and place passes, and places are counted as one', () => {
  const words = '/data/journal.sqlite is damaged after entry 12: it ends at byte 4096, before what must be there';
  expect(judgeRefusal('journal.sqlite', 'JournalCorruption', words)).toEqual({ verdict: 'refused', words });
  expect(shapeOf(words)).toBe(shapeOf(words.replace('12', '7')));
});
