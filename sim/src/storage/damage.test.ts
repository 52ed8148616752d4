/** Tests the plan of damages, and the results that a judge must reject. */
import { expect, test } from 'vitest';
import { everyDamage, patchOf } from './damages.ts';
import { judgeRefusal, shapeOf } from './judge.ts';

const original = Buffer.from(Array.from({ length: 1_200 }, (_, at) => (at * 31 + (at >> 8)) % 251));
const plan = everyDamage(original.length);
const all = Array.from({ length: plan.counts.reduce((sum, count) => sum + count, 0) }, (_, index) => plan.at(index));

test('damages: every byte is cut off, has one bit flipped, and is inverted; every block is emptied and exchanged [D49]', () => {
  for (const kind of ['truncated', 'bit', 'byte'] as const) {
    const places = all.filter((damage) => damage.kind === kind).map(({ at }) => at);
    expect(places).toEqual([...original.keys()]);
  }
  const zeros = all.filter(({ kind }) => kind === 'zeros').map(({ at, bytes }) => `${at}+${bytes}`);
  expect(zeros).toEqual(['0+512', '512+512', '1024+512', '0+4096']);
  expect(all.filter(({ kind }) => kind === 'swapped').map(({ at }) => at)).toEqual([0]);
});

test('damages: each changes what it says and nothing else', () => {
  for (const damage of all) {
    const patch = patchOf(original, damage);
    const reach = damage.kind === 'swapped' ? 2 * damage.bytes : damage.bytes;
    expect(patch).toHaveLength(damage.kind === 'truncated' ? 0 : Math.min(reach, original.length - damage.at));
    const before = original.subarray(damage.at, damage.at + patch.length);
    if (damage.kind !== 'truncated') expect(patch.equals(before)).toBe(false);
    if (damage.kind === 'swapped') expect(patch.toSorted()).toEqual(before.toSorted());
    if (damage.kind === 'bit') expect(patch.readUInt8() ^ before.readUInt8()).toBe(1 << (damage.at % 8));
  }
});

test.each([
  ['TypeError', 'journal.sqlite: Cannot read properties of undefined (page 3)'],
  ['Error', 'journal.sqlite is damaged at page 3\n    at read (sqlite-file.ts:12:3)'],
  ['Error', 'something is damaged at page 3'],
  ['Error', 'journal.sqlite is damaged'],
])('judge: %s: %s is no refusal for an operator', (name, words) =>
  expect(judgeRefusal('journal.sqlite', name, words).verdict).toBe('broken'),
);

test('judge: a refusal that names file and place passes, and places are counted as one', () => {
  const words = '/data/journal.sqlite is damaged after entry 12: it ends at byte 4096, before what must be there';
  expect(judgeRefusal('journal.sqlite', 'JournalCorruption', words)).toEqual({ verdict: 'refused', words });
  expect(shapeOf(words)).toBe(shapeOf(words.replace('12', '7')));
});
