/** Tests the journal audit: each promise has a journal that breaks it. */
import { expect, test } from 'vitest';
import { auditJournal, countNames, namesOf } from './ledger.ts';
import { POINTS, tracerFor } from './points.ts';
import type { Told, Trader, Write } from './traders.ts';

/** A trader with one write, of which it was told `said`. */
function trader(said: Told): Pick<Trader, 'promised'> {
  const write: Write = { kind: 'order', name: '0xabc', amount: 0, placement: null, send: async () => undefined };
  return { promised: new Map([['0xabc', { write, told: said, start: 1 }]]) };
}

test.each<[Told, number, RegExp | null]>([
  ['acknowledged', 1, null],
  ['acknowledged', 0, /was acknowledged and is there 0 times/],
  ['acknowledged', 2, /was acknowledged and is there 2 times/],
  ['refused', 0, null],
  ['refused', 1, /was refused and is there 1 times/],
  ['nothing', 0, null],
  ['nothing', 1, null],
  ['nothing', 2, /got no answer and is there 2 times/],
])('crash audit: %s, and there %i times [D50]', (said, times, violation) => {
  const audit = (): number => auditJournal([trader(said)], { times: () => times });
  if (violation === null) expect(audit()).toBe(1);
  else expect(audit).toThrow(violation);
});

test('crash audit: a write is known by its order id or its key', () => {
  expect(namesOf({ kind: 'PlaceOrder', orderId: '0x1' })).toEqual(['0x1']);
  expect(namesOf({ kind: 'BindAndPlace', order: { orderId: '0x2' }, request: { key: 'k' } })).toEqual(['0x2', 'k']);
  expect(namesOf({ kind: 'CancelOrders', orderId: '0x1', request: { key: 'k' } })).toEqual(['k']);
});

test('crash audit: an entry that did something counts each time, one that found nothing left to do only alone', () => {
  const command = { kind: 'CancelOrders', request: { key: 'k' } };
  const done = { command, events: [{ kind: 'OrderCanceled' }, { kind: 'RequestKept' }] };
  const idle = { command, events: [{ kind: 'RequestKept', idle: true as const }] };
  const timesOf = (...entries: Parameters<typeof countNames>[1][]): number | undefined => {
    const times = new Map<string, number>();
    for (const entry of entries) countNames(times, entry);
    return times.get('k');
  };
  expect([timesOf(idle), timesOf(done, idle), timesOf(idle, idle), timesOf(done, done)]).toEqual([1, 1, 1, 2]);
});

test('crash points: each has a name of its own, and a tracer that kills at one call [D50]', () => {
  expect(new Set(POINTS.map(({ name }) => name)).size).toBe(POINTS.length);
  for (const point of POINTS)
    expect(tracerFor({ point, nth: 3, isSetAtStart: true }, '/data').at(-1)).toBe(
      `inject=${point.call}:signal=KILL:when=3`,
    );
});
