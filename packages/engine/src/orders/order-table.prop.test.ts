/** The table of orders compared with a `Map`: it grows step by step while keys come and go, and finds every key. */
import { expect, test } from 'vitest';
import { Dice } from '../testing/dice.ts';
import { OrderTable } from './open-orders.ts';
import { createOrderRow, KEY_WORDS, OrderRows } from './order-rows.ts';

/** Distributions of keys: the word that determines the slot is random, or one of very few, so that runs are long. */
const SPREADS = { uniform: 0xffff_ffff, crowded: 7 } as const;

test.each([
  ['uniform', 30_000, 1],
  ['uniform', 30_000, 2],
  ['crowded', 1_500, 3],
] as const)('order table: finds what a map finds while it grows and shrinks, keys %s', (spread, steps, seed) => {
  const dice = new Dice(seed);
  const rows = new OrderRows();
  const table = new OrderTable(rows);
  const expected = new Map<string, { key: Int32Array; at: number }>();
  const present: string[] = [];
  const row = createOrderRow();
  const randomKey = (): Int32Array => {
    const key = Int32Array.from({ length: KEY_WORDS }, () => dice.below(0x1_0000_0000));
    key[0] = dice.below(SPREADS[spread]);
    return key;
  };
  const addOne = (): void => {
    const key = randomKey();
    if (expected.has(key.join())) return;
    row.key.set(key);
    row.number = 0xffff_ffff - present.length;
    const at = rows.add(row);
    table.add(at);
    expected.set(key.join(), { key, at });
    present.push(key.join());
  };
  const removeOne = (): void => {
    const place = dice.below(present.length);
    const name = present[place] as string;
    present[place] = present.at(-1) as string;
    present.pop();
    const { key, at } = expected.get(name) as { key: Int32Array; at: number };
    table.remove(at);
    rows.free(at);
    expected.delete(name);
    expect(table.find(key), `seed ${seed}`).toBe(-1);
  };
  for (let step = 0; step < steps; step++) {
    // Phases of mostly adding and mostly removing, so that removals hit both tables while the table grows.
    const isIn = dice.below(100) < (step % 6_000 < 4_000 ? 75 : 30);
    if (isIn || present.length === 0) addOne();
    else removeOne();
    const some = expected.get(present[dice.below(Math.max(1, present.length))] ?? '');
    const found = [table.count, some === undefined ? null : table.find(some.key), table.find(randomKey())];
    const wanted = [expected.size, some?.at ?? null, -1];
    // Assertions cost more than everything else here.
    if (found.some((each, index) => each !== wanted[index]))
      expect(found, `seed ${seed}, step ${step}`).toEqual(wanted);
  }
  for (const { key, at } of expected.values()) expect(table.find(key), `seed ${seed}`).toBe(at);
});
