import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimerHeap } from './timer-heap.ts';

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), atMs: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(50) }),
  fc.record({ kind: fc.constant('take' as const), untilMs: fc.integer({ min: 0, max: 20 }) }),
);

test('timer heap: the first of what was neither taken nor cancelled, in the order of time and then of setting', () =>
  forAll(100, [fc.array(step, { maxLength: 120 })], (steps) => {
    const heap = new TimerHeap();
    const all: { readonly atMs: number; readonly name: number; readonly cancel: () => void }[] = [];
    const over = new Set<number>();
    let taken = -1;
    for (const each of steps) {
      const left = all.filter(({ name }) => !over.has(name)).sort((a, b) => a.atMs - b.atMs || a.name - b.name);
      const first = left[0];
      expect(heap.nextMs()).toBe(first?.atMs ?? null);
      if (each.kind === 'add') {
        const name = all.length;
        const cancel = heap.add(each.atMs, () => {
          taken = name;
        });
        all.push({ atMs: each.atMs, name, cancel });
      } else if (each.kind === 'cancel') {
        const chosen = all[each.which];
        chosen?.cancel();
        if (chosen !== undefined) over.add(chosen.name);
      } else {
        const callback = heap.take(each.untilMs);
        const isDue = first !== undefined && first.atMs <= each.untilMs;
        expect(callback !== null).toBe(isDue);
        callback?.();
        if (!isDue) continue;
        expect(taken).toBe(first.name);
        over.add(first.name);
      }
    }
  }));
