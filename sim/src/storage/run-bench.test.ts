/**
 * Damages a file of closed orders in every section: no order is reported wrongly, and every refusal names the place.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrderRow, SealedOrders } from '@bellwether/engine';
import { storeOrders } from '@bellwether/server/adapters/snapshot-file/order-runs.ts';
import { expect, test } from 'vitest';
import { Choices } from '../shared/random.ts';
import { everyDamage, wordsOf } from './damages.ts';
import { RunBench } from './run-bench.ts';

const ORDERS = 70;
/** Step between tested damages; an odd number reaches every kind of damage in every section. */
const EVERY = 5;

function generation(): SealedOrders {
  const choices = new Choices(7);
  const sealed = new SealedOrders(0, ORDERS);
  const row = createOrderRow();
  for (let at = 0; at < ORDERS; at++) {
    row.key.set(Array.from({ length: 4 }, () => choices.below(2 ** 32) | 0));
    Object.assign(row, { number: at, flags: 5, making: at * 7, taking: at, sequence: at + 3 });
    sealed.write(at, row);
  }
  return sealed;
}

test('run files: cut and flipped, no order is told otherwise, and every refusal says where', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-run-'));
  try {
    storeOrders(dataDir, { runs: [], pending: [generation()] });
    const folder = join(dataDir, 'snapshots');
    const [name = ''] = readdirSync(folder);
    const path = join(folder, name);
    const original = readFileSync(path);
    const bench = new RunBench(path, original);
    const plan = everyDamage(original.length);
    const verdicts = new Map<string, number>();
    for (let index = 0; index < plan.counts.reduce((sum, count) => sum + count, 0); index += EVERY) {
      const damage = plan.at(index);
      const { verdict, words } = bench.judge(damage);
      expect(verdict, `${wordsOf(damage)}: ${words}`).toBe('refused');
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect(verdicts.get('refused')).toBeGreaterThan((3 * original.length) / EVERY - 1);
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(path).equals(original)).toBe(true);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
