import { expect, test } from 'vitest';
import { ScriptedVenue } from './scripted-venue.testing.ts';
import { FeedSocket } from './socket.ts';

function open(venue: ScriptedVenue, hello: () => Promise<string>) {
  const opened: (() => void)[] = [];
  const socket = new FeedSocket(
    { ...venue.socket, hello },
    {
      opened: () => opened.shift()?.(),
      received: () => undefined,
      lost: () => undefined,
      failed: (error) => {
        throw error;
      },
    },
  );
  return { socket, next: () => new Promise<void>((resolve) => opened.push(resolve)) };
}

test('socket: on a connection that is ending nothing is said, and the next one begins with the first words', async () => {
  const venue = new ScriptedVenue();
  const { socket, next } = open(venue, async () => '"hello"');
  const first = next();
  socket.start();
  await first;
  expect(socket.send({ word: 1 })).toBe(true);
  venue.end();
  expect([socket.send({ word: 2 }), venue.said]).toEqual([false, ['hello', { word: 1 }]]);
  const second = next();
  venue.cut();
  await second;
  expect([socket.send({ word: 3 }), venue.said.slice(2)]).toEqual([true, ['hello', { word: 3 }]]);
  socket.close();
});

test('socket: one that ends while its first words are looked for hears none', async () => {
  const venue = new ScriptedVenue();
  const words = Promise.withResolvers<string>();
  const hellos = [words.promise, Promise.resolve('"again"')];
  const { socket, next } = open(venue, () => hellos.shift() as Promise<string>);
  const greeted = next();
  socket.start();
  await Promise.resolve();
  venue.end();
  words.resolve('"hello"');
  await words.promise;
  await Promise.resolve();
  expect(venue.said).toEqual([]);
  venue.cut();
  await greeted;
  expect(venue.said).toEqual(['again']);
  socket.close();
});
