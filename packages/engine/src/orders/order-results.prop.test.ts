/** First results compared with a `Map` of all orders: remembered or handed out; also out of a snapshot. */
import { expect, test } from 'vitest';
import { Dice } from '../testing/dice.ts';
import { micros, type OrderId, orderId, orderNumber } from '../units/units.ts';
import { type OrderFate, OrderResults, orderFateOf, orderResultOf } from './order-results.ts';
import { createOrderRow, KEY_WORDS, type OrderResult, readOrderKey, type SealedOrders } from './order-rows.ts';

const BOUNDS = { remembered: 60, perGeneration: 16 };

interface Known {
  readonly id: OrderId;
  readonly number: number;
  readonly result: OrderResult;
  fate: OrderFate;
  row: number;
}

function randomId(dice: Dice): OrderId {
  const digits = Array.from({ length: 64 }, () => dice.below(16).toString(16)).join('');
  return orderId(`0x${digits}`);
}

function randomResult(dice: Dice, sequence: number): OrderResult {
  if (dice.once(2)) return { status: 'live', making: micros(0), taking: micros(0), sequence };
  return { status: 'matched', making: micros(1 + dice.below(2 ** 50)), taking: micros(dice.below(2 ** 50)), sequence };
}

function findSealed(generations: readonly SealedOrders[], id: OrderId) {
  const key = new Int32Array(KEY_WORDS);
  readOrderKey(id, key);
  const row = createOrderRow();
  for (const generation of generations)
    for (let at = 0; at < generation.size; at++) {
      generation.read(at, row);
      if (row.key.join() === key.join()) return { fate: orderFateOf(row.flags), result: orderResultOf(row) };
    }
  return null;
}

/** A copy restored from a snapshot, which assigns the rows of open orders itself. */
function restored(results: OrderResults, open: readonly Known[], kept: 'sealed' | 'nothing'): OrderResults {
  const copy = OrderResults.restore(structuredClone(results.snapshot()), { ...BOUNDS, kept });
  for (const order of open) order.row = copy.restoreOpen(order.id, orderNumber(order.number), order.result);
  return copy;
}

test.each([1, 2, 3, 4])('order results: what a map has within the horizon, the rest handed out (%i) [D39]', (seed) => {
  const dice = new Dice(seed);
  let results = new OrderResults(BOUNDS);
  let none = new OrderResults({ ...BOUNDS, kept: 'nothing' });
  const all: Known[] = [];
  const open: Known[] = [];
  const closed: Known[] = [];
  const sealed: SealedOrders[] = [];
  const takeSealed = (): void => {
    for (const generation of results.takeSealed()) {
      expect(generation.index).toBe(sealed.length);
      sealed.push(generation);
    }
  };
  for (let step = 0; step < 1_500; step++) {
    if (open.length === 0 || dice.below(100) < 52) {
      const [id, result] = [randomId(dice), randomResult(dice, step)];
      const number = orderNumber(all.length);
      const row = results.add(id, number, result.making, result.taking, result.sequence);
      none.add(id, number, result.making, result.taking, result.sequence);
      const order: Known = { id, number, result, fate: 'open', row };
      all.push(order);
      open.push(order);
    } else {
      const [order] = open.splice(dice.below(open.length), 1) as [Known];
      order.fate = dice.once(2) ? 'matched' : 'canceled';
      results.close(order.row, orderNumber(order.number), order.fate);
      none.close(-1, orderNumber(order.number), order.fate);
      closed.push(order);
    }
    if (dice.once(7)) takeSealed();
    if (dice.once(200)) {
      takeSealed();
      none = restored(results, open, 'nothing');
      results = restored(results, open, 'sealed');
    }
  }
  takeSealed();
  expect(sealed.length).toBe(Math.floor(closed.length / BOUNDS.perGeneration));
  expect(closed.length).toBeGreaterThan(BOUNDS.remembered * 2);
  const remembered = new Set([...open, ...closed.slice(-BOUNDS.remembered)]);
  for (const order of all) {
    const { id, number, result, fate } = order;
    const known = remembered.has(order);
    expect(results.get(id)).toEqual(known ? result : null);
    expect(results.numberOf(id)).toBe(known ? number : null);
    expect(results.fate(id)).toBe(known ? fate : null);
    // Every order is either remembered or sealed.
    if (!known) expect(findSealed(sealed, id)).toEqual({ fate, result });
  }
  for (const copy of [none, restored(results, open, 'sealed'), restored(results, open, 'nothing')])
    expect([copy.count, copy.closedCount, copy.digest]).toEqual([all.length, closed.length, results.digest]);
});

const FIGURES = [micros(0), micros(0), 1] as const;

test('order results: what hashes them tells one fate, one figure and one order from another', () => {
  const digestAfter = (change: (results: OrderResults) => void): string => {
    const results = new OrderResults({ kept: 'nothing' });
    results.add(orderId(`0x${'1'.repeat(64)}`), orderNumber(0), ...FIGURES);
    change(results);
    return results.digest.join();
  };
  const second = (id: string, making: number) => (results: OrderResults) =>
    results.add(orderId(`0x${id.repeat(64)}`), orderNumber(1), micros(making), micros(0), 2);
  const digests = [
    digestAfter(() => undefined),
    digestAfter((results) => results.close(-1, orderNumber(0), 'matched')),
    digestAfter((results) => results.close(-1, orderNumber(0), 'canceled')),
    digestAfter(second('2', 5)),
    digestAfter(second('2', 5 + 2 ** 32)),
    digestAfter(second('3', 5)),
  ];
  expect(new Set(digests).size).toBe(digests.length);
});

test('order results: an order is numbered once, ends once, and a state that remembers nothing is asked nothing', () => {
  const results = new OrderResults(BOUNDS);
  const id = orderId(`0x${'a'.repeat(64)}`);
  const row = results.add(id, orderNumber(0), ...FIGURES);
  expect(() => results.add(id, orderNumber(1), ...FIGURES)).toThrow(/has a number already/);
  results.close(row, orderNumber(0), 'matched');
  expect(() => results.close(row, orderNumber(0), 'canceled')).toThrow(/ended before/);
  expect(() => new OrderResults({ kept: 'nothing' }).get(id)).toThrow(/remembers no orders/);
});

test('order results: after half a billion orders, where the bits that tell them apart begin again, none is mistaken', () => {
  const before = 2 ** 29 - 80;
  const empty = new OrderResults(BOUNDS).snapshot();
  const results = OrderResults.restore({ ...empty, count: before, closedCount: before }, BOUNDS);
  const dice = new Dice(9);
  const ids = Array.from({ length: 160 }, (_, at) => {
    const id = randomId(dice);
    const number = orderNumber(before + at);
    if (at % 2 === 0) results.addClosed(id, number, micros(at), micros(1), at);
    else results.close(results.add(id, number, micros(at), micros(1), at), number, 'canceled');
    return id;
  });
  expect(ids.map((id) => results.get(id)?.making ?? null)).toEqual(ids.map((_, at) => (at < 100 ? null : at)));
  expect(results.fate(ids[159] as OrderId)).toBe('canceled');
  expect(results.takeSealed().every(({ index }, at) => index === Math.floor(before / 16) + at)).toBe(true);
});
