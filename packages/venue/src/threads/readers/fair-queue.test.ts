import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

test('fair queue: clients take turns, and each is served in its own order [R22]', () => {
  const queue = new FairQueue<string>();
  for (const job of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) queue.add(job.charAt(0), job);
  expect([queue.take(), queue.take()]).toEqual(['a1', 'b1']);
  // A later client waits for one job of each earlier client, not for all of their jobs.
  queue.add('d', 'd1');
  expect([queue.drain(), queue.take()]).toEqual([['c1', 'a2', 'b2', 'd1', 'a3', 'a4'], undefined]);
});

test('fair queue: a job waits for no more than one job of each other client before each of its own', () => {
  const bounds = { minLength: 10, maxLength: 80, size: 'max' } as const;
  forAll(100, [fc.array(fc.constantFrom('a', 'a', 'a', 'b', 'c', 'take'), bounds)], (all) => {
    const queue = new FairQueue<{ client: string; number: number }>();
    const waiting = new Map<number, { client: string; seen: Map<string, number>; before: number }>();
    for (const [number, step] of [...all, ...all.map(() => 'take')].entries()) {
      if (step !== 'take') {
        const before = [...waiting.values()].filter(({ client }) => client === step).length;
        waiting.set(number, { client: step, seen: new Map(), before });
        queue.add(step, { client: step, number });
        continue;
      }
      const taken = queue.take();
      expect(taken === undefined).toBe(waiting.size === 0);
      if (taken === undefined) continue;
      const own = waiting.get(taken.number);
      waiting.delete(taken.number);
      for (const [, times] of own?.seen ?? []) expect(times).toBeLessThanOrEqual((own?.before ?? 0) + 1);
      for (const other of waiting.values())
        if (other.client !== taken.client) other.seen.set(taken.client, (other.seen.get(taken.client) ?? 0) + 1);
    }
  });
});
