import { expect, test } from 'vitest';
import { Turns } from './fairness.ts';

/** Time that passes only while work runs; `look` is what happens between slices. */
function start() {
  const done: string[] = [];
  const later: (() => void)[] = [];
  let now = 0;
  const turns = new Turns({ clock: () => now, later: (callback) => later.push(callback) });
  return {
    done,
    later,
    enter: (client: string, name: string, ms: number) =>
      turns.enter(client, () => {
        now += ms;
        done.push(name);
      }),
    look: () => {
      for (const callback of later.splice(0)) callback();
    },
  };
}

test('turns: what comes while little has run is run at once', () => {
  const { done, enter } = start();
  for (const name of ['a', 'b', 'c']) enter('one', name, 0.3);
  expect(done).toEqual(['a', 'b', 'c']);
});

test('turns: behind a burst of one client another waits for one slice, and is served before the rest of the burst [R16]', () => {
  const { done, enter, look } = start();
  for (let count = 0; count < 80; count++) enter('burst', `b${count}`, 0.6);
  expect(done).toEqual(['b0', 'b1']);
  enter('other', 'order', 0.5);
  look();
  expect(done).toEqual(['b0', 'b1', 'b2', 'order']);
  let slices = 0;
  while (done.length < 81) {
    look();
    slices++;
  }
  expect(slices).toBe(39);
  expect(done.filter((name) => name !== 'order')).toEqual(Array.from({ length: 80 }, (_, index) => `b${index}`));
});

test('turns: work that throws does not keep the others waiting', () => {
  const later: (() => void)[] = [];
  const turns = new Turns({ clock: () => 0, later: (callback) => later.push(callback) });
  expect(() =>
    turns.enter('one', () => {
      throw new Error('a fault');
    }),
  ).toThrow('a fault');
  let ran = false;
  turns.enter('one', () => {
    ran = true;
  });
  expect([ran, later.length]).toEqual([true, 1]);
});
