import { expect, test } from 'vitest';
import { Channel } from './channel.ts';

const open = (itemsMax: number, waits: () => void = () => undefined) => {
  const left: string[] = [];
  return { channel: new Channel<number>(itemsMax, waits, () => left.push('left')), left };
};

test('channel: items come in order, and a full one takes no more', async () => {
  const { channel } = open(2);
  expect([channel.push(1), channel.push(2), channel.push(3)]).toEqual([true, true, false]);
  expect([await channel.next(), await channel.next()]).toEqual([
    { done: false, value: 1 },
    { done: false, value: 2 },
  ]);
});

test('channel: its reader is heard of when it begins to wait, and may be given an item at once', async () => {
  let asked = 0;
  const { channel } = open(1, () => {
    asked += 1;
    channel.push(asked);
  });
  expect([(await channel.next()).value, (await channel.next()).value, asked]).toEqual([1, 2, 2]);
});

test('channel: what is queued is read before the error that ends it; the error comes once', async () => {
  const { channel } = open(2);
  channel.push(1);
  channel.end(new Error('over'));
  expect((await channel.next()).value).toBe(1);
  await expect(channel.next()).rejects.toThrow('over');
  expect((await channel.next()).done).toBe(true);
});

test('channel: leaving ends it, and wakes no one', async () => {
  const { channel, left } = open(2);
  const waiting = channel.next();
  for (const each of [1, 2]) channel.push(each);
  await waiting;
  for await (const value of channel) {
    expect(value).toBe(2);
    break;
  }
  expect([left, (await channel.next()).done]).toEqual([['left'], true]);
});

test('channel: a signal ends it with the reason, waiting or not', async () => {
  const stop = new AbortController();
  const { channel, left } = open(2);
  channel.endBy(stop.signal);
  channel.push(1);
  const reason = new Error('enough');
  stop.abort(reason);
  await expect(channel.next()).rejects.toMatchObject({ kind: 'aborted', cause: reason });
  expect(left).toEqual(['left']);
});
