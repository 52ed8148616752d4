/** The bench of closed orders sees damage in every section of a file, and puts the file back. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOrderRow, SealedOrders } from '@bellwether/engine';
import { storeOrders } from '@bellwether/ledger/adapters/snapshot-file/order-runs.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, test } from 'vitest';
import { createDice } from '../dice/dice.ts';
import { RunBench } from './bench.ts';
import { everyDamage, wordsOf } from './damages.ts';
import { FolderCopy } from './folder-copy.ts';

const ORDERS = 70;
/** Step between tested damages; an odd number reaches every kind of damage in every section. */
const EVERY = 5;

test('run files: cut and flipped, no order is told otherwise, and every refusal says where', () => {
  const dice = createDice(7);
  const sealed = new SealedOrders(0, ORDERS);
  const row = createOrderRow();
  for (let at = 0; at < ORDERS; at++) {
    row.key.set(Array.from({ length: 4 }, () => dice.below(2 ** 32) | 0));
    sealed.write(at, Object.assign(row, { number: at, flags: 5, making: at * 7, taking: at, sequence: at + 3 }));
  }
  const dataDir = newFolder();
  storeOrders(dataDir, { runs: [], pending: [sealed] });
  const copy = new FolderCopy(dataDir, join(newFolder(), 'copy'));
  const bench = new RunBench(copy);
  const folder = join(copy.folder, 'snapshots');
  const [name = ''] = readdirSync(folder);
  const file = join('snapshots', name);
  const original = copy.original(file);
  const plan = everyDamage(original.length);
  const damages = plan.counts.reduce((sum, count) => sum + count, 0);
  expect(damages).toBeGreaterThan(3 * original.length - EVERY);
  for (let index = 0; index < damages; index += EVERY) {
    const damage = plan.at(index);
    const judged = bench.judge(file, damage);
    expect(judged?.verdict, `${wordsOf(damage)}: ${judged?.words}`).toBe('refused');
  }
  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(join(folder, name)).equals(original)).toBe(true);
});
