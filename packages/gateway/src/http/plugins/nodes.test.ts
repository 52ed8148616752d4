import type { Timers } from '@bellwether/ports/runtime.ts';
import type { EntryObserver, ObservableView } from '@bellwether/ports/venue-view.ts';
import { beforeEach, expect, test } from 'vitest';
import { ManualTimers } from '../../limits/testing/manual-timers.ts';
import { SequenceWaits, WAIT_MS_MAX, WAITING_MAX, WAITING_PER_ADDRESS_MAX } from './nodes.ts';

let manual: ManualTimers;
let afterwards: (() => void)[];
let observer: EntryObserver;
let waits: SequenceWaits;
let over: string[];

beforeEach(() => {
  manual = new ManualTimers({ nowMs: 0 });
  afterwards = [];
  over = [];
  const timers: Timers = {
    after: manual.schedule,
    every: () => expect.unreachable('nothing looks again and again'),
    soon: (callback) => afterwards.push(callback),
  };
  const view = {
    observe(each: EntryObserver) {
      observer = each;
      return () => undefined;
    },
  };
  waits = new SequenceWaits(view as ObservableView, timers);
});

const wait = (name: string, sequence: number, address = 'a') =>
  waits.until(sequence, address, (error) => over.push(error === undefined ? name : `${name}: ${error.message}`));

const show = (sequence: number): void =>
  observer.published?.([], { sequence } as Parameters<NonNullable<EntryObserver['published']>>[1], null);

function runCallbacks(): void {
  for (const callback of afterwards.splice(0)) callback();
}

test('waiting for an entry ends with the entry, after the fold that brings it', () => {
  wait('fifth', 5);
  wait('seventh', 7);
  show(4);
  runCallbacks();
  expect(over).toEqual([]);
  show(5);
  expect(over).toEqual([]);
  runCallbacks();
  expect(over).toEqual(['fifth']);
  show(9);
  runCallbacks();
  expect(over).toEqual(['fifth', 'seventh']);
  // Neither leaves anything behind.
  expect(manual.pending).toBe(0);
  show(10);
  expect(afterwards).toEqual([]);
});

test('waiting for an entry ends without it when time is up, even before its turn comes, and once', () => {
  wait('fifth', 5);
  manual.advance(WAIT_MS_MAX - 1);
  expect(over).toEqual([]);
  show(5);
  manual.advance(1);
  runCallbacks();
  show(6);
  runCallbacks();
  expect(over).toEqual(['fifth: this node is not at entry 5 yet']);
});

test('waiting for an entry: an address has few places, and gets them back', () => {
  for (let each = 0; each < WAITING_PER_ADDRESS_MAX; each++) wait('one', 5);
  wait('late', 5);
  expect(over).toEqual(['late: too many requests already wait for entries that this node does not have yet']);
  wait('other', 5, 'b');
  expect(over).toHaveLength(1);
  show(5);
  runCallbacks();
  expect(over).toHaveLength(1 + WAITING_PER_ADDRESS_MAX + 1);
  wait('again', 6);
  expect(over).toHaveLength(1 + WAITING_PER_ADDRESS_MAX + 1);
});

test('waiting for an entry: who leaves gives the place up, once', () => {
  const leave = waits.until(5, 'a', (error) => over.push(error?.message ?? 'shown'));
  for (let each = 1; each < WAITING_PER_ADDRESS_MAX; each++) wait('one', 5);
  leave();
  leave();
  expect(over).toEqual(['no one waits for it any more']);
  wait('next', 5);
  expect(over).toHaveLength(1);
  expect(manual.pending).toBe(WAITING_PER_ADDRESS_MAX);
});

test('waiting for an entry: all addresses together have a bound', () => {
  for (let each = 0; each < WAITING_MAX; each++)
    wait('one', 5, `address ${Math.floor(each / WAITING_PER_ADDRESS_MAX)}`);
  expect(over).toEqual([]);
  wait('late', 5, 'another');
  expect(over).toEqual(['late: too many requests already wait for entries that this node does not have yet']);
});
