import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { seededRandomness } from './randomness.ts';
import { oneByOne } from './turns.ts';

test('turns: each call starts when the one before has ended, well or badly, or was aborted while it waited', async () => {
  const turn = oneByOne();
  const log: string[] = [];
  const held = Promise.withResolvers<void>();
  const stop = new AbortController();
  const call = (name: string, until?: Promise<void>) => async () => {
    log.push(`${name} starts`);
    await until;
    log.push(`${name} ends`);
    if (name === 'bad') throw new Error(name);
    return name;
  };
  const first = turn(call('first', held.promise));
  const aborted = turn(call('aborted'), stop.signal);
  const bad = turn(call('bad'));
  const last = turn(call('last'));
  stop.abort();
  await expect(aborted).rejects.toThrow('aborted');
  expect(log).toEqual(['first starts']);
  held.resolve();
  await expect(bad).rejects.toThrow('bad');
  expect([await first, await last]).toEqual(['first', 'last']);
  expect(log).toEqual(['first starts', 'first ends', 'bad starts', 'bad ends', 'last starts', 'last ends']);
});

test('randomness: a seed decides all draws of an account, and no two streams are alike', () => {
  const draws = (seed: number, whose: string): unknown[] => {
    const random = seededRandomness(seed, whose);
    return [random.salt(), random.key(), random.salt()];
  };
  expect(draws(2 ** 53 - 1, 'a')).toEqual(draws(2 ** 53 - 1, 'a'));
  const all = [draws(1, 'a'), draws(1, 'b'), draws(2, 'a'), draws(12, 'a')].flat();
  expect(new Set(all).size).toBe(12);
  for (const drawn of all)
    expect(typeof drawn === 'string' ? /^[0-9a-f]{32}$/.test(drawn) : Number.isSafeInteger(drawn)).toBe(true);
});

test.each([-1, 1.5, 2 ** 53, Number.NaN])('client: the seed %s is refused', (seed) => {
  expect(() => createClient({ baseUrl: 'http://venue', seed })).toThrow('seed must be an integer from 0 to 2^53-1');
});
