import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { HELD_ORDERS_FILE, HeldOrdersFile } from '../adapters/held-orders/held-orders-file.ts';
import { type HeldOrder, HeldOrders } from './held-orders.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = newFolder();
});

/** Held orders as the next process loads them. */
function opened(): HeldOrders {
  const file = new HeldOrdersFile(dataDir);
  onTestFinished(() => file.close());
  return new HeldOrders(file);
}

/** These tests look neither at the command nor at the exchange's predicted decision. */
const order = (id: string, untilMs: number, entry = 1): HeldOrder =>
  ({ id, sinceMs: untilMs - 10, untilMs, entry, rule: '1', preset: null, request: null }) as HeldOrder;

test('held orders: the first is whose time comes first, of several who came first, after a restart too', () => {
  const held = opened();
  for (const [id, untilMs] of Object.entries({ c: 30, b: 20, a: 20 })) held.hold(order(id, untilMs));
  for (const one of [held, opened()]) expect([one.first?.id, one.lastMs]).toEqual(['b', 20]);
  held.end(order('b', 20), true);
  for (const one of [held, opened()]) expect(one.first?.id).toBe('a');
});

test('held orders: what became of one is known after a restart', () => {
  const held = opened();
  for (const id of ['a', 'b', 'c']) held.hold(order(id, 20));
  held.end(order('a', 20), true);
  held.end(order('b', 20), false);
  for (const one of [held, opened()])
    expect(['a', 'b', 'c', 'd'].map((id) => one.find(id)?.state)).toEqual(['taken', 'refused', 'waits', undefined]);
  // A refused order may be placed again.
  held.hold(order('b', 40));
  for (const one of [held, opened()]) expect(one.find('b')).toMatchObject({ state: 'waits', order: { untilMs: 40 } });
});

test('held orders: one whose end cannot be written waits', () => {
  const file = new HeldOrdersFile(dataDir);
  const held = new HeldOrders(file);
  held.hold(order('a', 20));
  file.close();
  expect(() => held.end(order('a', 20), false)).toThrow();
  for (const one of [held, opened()]) expect([one.first?.id, one.find('a')?.state]).toEqual(['a', 'waits']);
});

test('held orders: one that came behind the end of the journal is gone with it [D53]', () => {
  const held = opened();
  held.hold(order('a', 20, 7));
  held.hold(order('b', 20, 8));
  held.hold(order('c', 20, 8));
  held.end(order('c', 20, 8), true);
  const next = opened();
  next.forgetAfter(7);
  for (const one of [next, opened()])
    expect(['a', 'b', 'c'].map((id) => one.find(id)?.state)).toEqual(['waits', undefined, undefined]);
});

test('held orders: of those whose time has come the latest 10,000 are remembered', () => {
  opened().hold(order('last', 20));
  const database = new DatabaseSync(join(dataDir, HELD_ORDERS_FILE));
  const insert = database.prepare('INSERT INTO held_orders (id, state, text) VALUES (?, ?, ?)');
  database.exec('BEGIN');
  for (let id = 0; id < 10_000; id++) insert.run(String(id), 'taken', JSON.stringify(order(String(id), 20)));
  database.exec('COMMIT');
  database.close();
  const held = opened();
  held.end(order('last', 20), true);
  for (const one of [held, opened()])
    expect([one.find('0'), one.find('1')?.state, one.find('last')?.state]).toEqual([null, 'taken', 'taken']);
});
