import { expect, test } from 'vitest';
import { SigningTime } from './signing-time.ts';

const NOW = 1_800_000_000;

test('signing time: the same thing twice in a second is signed in two seconds, another thing is not', async () => {
  const time = new SigningTime(() => NOW * 1000 + 999);
  const seconds = [await time.next('cancel', undefined), await time.next('cancel', undefined)];
  expect([...seconds, await time.next('other', undefined)]).toEqual([NOW, NOW + 1, NOW]);
});

test('signing time: it never runs further ahead than venues take, and goes on when the clock has come', async () => {
  const clock = { ms: NOW * 1000 };
  const time = new SigningTime(() => clock.ms);
  for (let count = 0; count < 3; count += 1) await time.next('cancel', undefined);
  const controller = new AbortController();
  const fourth = time.next('cancel', controller.signal);
  controller.abort();
  await expect(fourth).rejects.toMatchObject({ kind: 'aborted' });
  clock.ms += 10_000;
  expect(await time.next('cancel', undefined)).toBe(NOW + 10);
});

test('signing time: a clock that is set back, as by a rewind, is not waited for', async () => {
  const clock = { ms: NOW * 1000 };
  const time = new SigningTime(() => clock.ms);
  await time.next('cancel', undefined);
  // A step back of a second or two is a clock correction: the used seconds stay used.
  clock.ms -= 2_000;
  expect(await time.next('cancel', AbortSignal.timeout(0)).catch(() => 'waits')).toBe('waits');
  clock.ms -= 3_600_000;
  const back = Math.floor(clock.ms / 1000);
  expect(await time.next('cancel', undefined)).toBe(back);
  expect(await time.next('cancel', undefined)).toBe(back + 1);
});
