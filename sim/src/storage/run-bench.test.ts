/** The bench of closed orders sees damage in every section of a file, and puts the file back. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOrderRow, SealedOrders } from '@bellwether/engine';
import { storeOrders } from '@bellwether/server/adapters/snapshot-file/order-runs.ts';
import { newFolder } from '@bellwether/server/files/testing/new-folder.ts';
import { expect, test } from 'vitest';
import { Choices } from '../shared/random.ts';
import { everyDamage, wordsOf } from './damages.ts';
import { RunBench } from './run-bench.ts';

const ORDERS = 70;
/** Step between tested damages; an odd number reaches every kind of damage in every section. */
const EVERY = 5;

test('run files: cut and flipped, no order is told otherwise, and every refusal says where', () => {
  const choices = new Choices(7);
  const sealed = new SealedOrders(0, ORDERS);
  const row = createOrderRow();
  for (let at = 0; at < ORDERS; at++) {
    row.key.set(Array.from({ length: 4 }, () => choices.below(2 ** 32) | 0));
    sealed.write(at, Object.assign(row, { number: at, flags: 5, making: at * 7, taking: at, sequence: at + 3 }));
  }
  const dataDir = newFolder();
  storeOrders(dataDir, { runs: [], pending: [sealed] });
  const folder = join(dataDir, 'snapshots');
  const [name = ''] = readdirSync(folder);
  const path = join(folder, name);
  const original = readFileSync(path);
  const bench = new RunBench(path, original);
  const plan = everyDamage(original.length);
  const damages = plan.counts.reduce((sum, count) => sum + count, 0);
  expect(damages).toBeGreaterThan(3 * original.length - EVERY);
  for (let index = 0; index < damages; index += EVERY) {
    const damage = plan.at(index);
    const { verdict, words } = bench.judge(damage);
    expect(verdict, `${wordsOf(damage)}: ${words}`).toBe('refused');
  }
  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(path).equals(original)).toBe(true);
});
