/** Sealed generations on disk: orders are found however runs are merged, runs stay few, and damage is reported. */

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOrderRow, SealedOrders } from '@bellwether/engine';
import { SNAPSHOTS_FOLDER } from '@bellwether/ports/data-folder.ts';
import type { OrderRun } from '@bellwether/ports/order-archive.ts';
import { beforeEach, expect, test } from 'vitest';
import { flipped } from '../../files/testing/flipped.ts';
import { newFolder } from '../../files/testing/new-folder.ts';
import { openOrderRuns, storeOrders } from './order-runs.ts';

const SIZE = 50;
let dataDir: string;
let folder: string;

beforeEach(() => {
  dataDir = newFolder();
  folder = join(dataDir, SNAPSHOTS_FOLDER);
});

/** A key as random as a digest, of the n-th order. */
function keyOf(number: number): Int32Array {
  const word = (salt: number): number => {
    const mixed = Math.imul((number + 1) ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
    return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) ^ number;
  };
  return Int32Array.of(word(1), word(2), word(3), word(4));
}

/** Largest number that an order may have. */
const NUMBER_MAX = 0xffff_ffff;

const contentOf = (number: number) => ({
  number: NUMBER_MAX - number,
  flags: 5 + (number % 2),
  making: number * 2 ** 21,
  taking: number,
  sequence: number + 7,
});

function generation(index: number): SealedOrders {
  const sealed = new SealedOrders(index, SIZE);
  const row = createOrderRow();
  for (let at = 0; at < SIZE; at++) {
    const number = index * SIZE + at;
    row.key.set(keyOf(number));
    sealed.write(at, Object.assign(row, contentOf(number)));
  }
  return sealed;
}

const generations = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => generation(from + at));

function expectAll(runs: readonly OrderRun[], count: number): void {
  const stored = openOrderRuns(folder, runs);
  try {
    expect(stored.generations).toBe(count);
    for (let number = 0; number < count * SIZE; number++)
      expect(stored.find(keyOf(number))).toMatchObject(contentOf(number));
    for (let number = count * SIZE; number < count * SIZE + 500; number++)
      expect(stored.find(keyOf(number))).toBeNull();
  } finally {
    stored.close();
  }
}

test('order runs: every order is found while runs are added and merged, and no order that is not there', () => {
  let runs: readonly OrderRun[] = [];
  let count = 0;
  for (const added of [3, 1, 1, 2, 1, 0, 1, 4, 1]) {
    runs = storeOrders(dataDir, { runs, pending: generations(count, count + added) });
    count += added;
    expectAll(runs, count);
  }
});

test('order runs: there are few, since each is larger than the next', () => {
  let runs: readonly OrderRun[] = [];
  let written = 0;
  for (let index = 0; index < 200; index++) {
    runs = storeOrders(dataDir, { runs, pending: [generation(index)] });
    written += (runs.at(-1)?.to ?? 0) - (runs.at(-1)?.from ?? 0);
    const sizes = runs.map(({ from, to }) => to - from);
    expect([sizes, new Set(sizes).size]).toEqual([sizes.toSorted((a, b) => b - a), sizes.length]);
    expect(sizes.length).toBeLessThanOrEqual(1 + Math.log2(index + 1));
  }
  // An order is rewritten only when the number of orders doubles, and not for each snapshot.
  expect(written).toBeLessThan(200 * 10);
  expectAll(runs, 200);
});

test('order runs: what was stored before is not stored again, and a gap is refused', () => {
  const runs = storeOrders(dataDir, { runs: [], pending: generations(0, 4) });
  expect(storeOrders(dataDir, { runs, pending: generations(2, 4) })).toBe(runs);
  expect(() => storeOrders(dataDir, { runs, pending: [generation(5)] })).toThrow('generation 4 is not there');
  expectAll(storeOrders(dataDir, { runs, pending: generations(2, 6) }), 6);
});

test('order runs: the same orders make the same bytes, so a run that a crash left over is only written again', () => {
  const first = storeOrders(dataDir, { runs: [], pending: generations(0, 3) });
  const [name = ''] = readdirSync(folder);
  const bytes = readFileSync(join(folder, name));
  writeFileSync(join(folder, `${name}.new`), 'half of it');
  expect(storeOrders(dataDir, { runs: [], pending: generations(0, 3) })).toEqual(first);
  expect([readdirSync(folder), readFileSync(join(folder, name))]).toEqual([[name], bytes]);
});

test('order runs: a damaged byte is never an answer [D38]', () => {
  const runs = storeOrders(dataDir, { runs: [], pending: generations(0, 4) });
  const [name = ''] = readdirSync(folder);
  const path = join(folder, name);
  const sound = readFileSync(path);
  const { size } = statSync(path);
  // Every 13th byte covers records, offsets, fingerprints, checksums, header and magic.
  for (let at = 0; at < size; at += 13) {
    writeFileSync(path, flipped(sound, at, 0x10));
    const findAll = (): void => {
      const stored = openOrderRuns(folder, runs);
      try {
        for (let number = 0; number < 4 * SIZE; number++) stored.find(keyOf(number));
      } finally {
        stored.close();
      }
    };
    expect(findAll, `byte ${at} of ${size}`).toThrow(/is damaged: /);
  }
  writeFileSync(path, sound.subarray(0, size - 20));
  expect(() => openOrderRuns(folder, runs)).toThrow(/is damaged: /);
  rmSync(path);
  expect(() => openOrderRuns(folder, runs)).toThrow(/ENOENT/);
});
